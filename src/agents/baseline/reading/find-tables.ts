import type { Frame } from "../../../frame/frame.ts";
import { linkRows } from "./link-rows.ts";
import { nameColumns } from "./name-columns.ts";
import type { PublicFile } from "./public-files.ts";
import { readTable, tableExtensions } from "./read-table.ts";
import { isSample } from "./sample.ts";

/** A table and where it comes from. */
export interface NamedTable {
  readonly path: string;
  readonly table: Frame;
  /** Whether it has only a share of the file's rows. */
  readonly isSampled: boolean;
}

/** The first table with a name for test sets that has the sample's rows. */
export async function findTestTable(files: readonly PublicFile[], sample: Frame): Promise<NamedTable | null> {
  const isTest = ({ path }: PublicFile): boolean =>
    /test/i.test(nameOf(path)) || (/test/i.test(path) && /^metadata/i.test(nameOf(path)));
  for (const file of tablesOf(files).filter(isTest).sort(byDepth)) {
    // If no test table can be read, the sample's own rows are used.
    const table = await readTable(file).catch(() => null);
    if (table !== null && table.length > 0 && isTestOf(table, sample)) {
      return { path: file.path, table, isSampled: false };
    }
  }
  return null;
}

/** Whether a table has the sample's rows, but not what is to be predicted. */
function isTestOf(table: Frame, sample: Frame): boolean {
  const { keys } = nameColumns(sample, table, table);
  return keys.length < sample.names.length && linkRows(sample, table, keys) !== null;
}

/** Names of training tables, the likeliest first. */
const trainingNames = [/^train/i, /train/i, /^labels?\b/i, /label|annotation/i, /^metadata/i];

/** Files that may hold the training table, the likeliest first. */
export function trainingFiles(files: readonly PublicFile[]): PublicFile[] {
  const rankOf = ({ path }: PublicFile): number => trainingNames.findIndex((pattern) => pattern.test(nameOf(path)));
  const isTraining = (file: PublicFile): boolean => {
    const isTest = /test/i.test(nameOf(file.path)) || /^test/i.test(file.path);
    return rankOf(file) >= 0 && !isTest && (depthOf(file) <= 2 || /train/i.test(file.path));
  };
  return tablesOf(files)
    .filter(isTraining)
    .sort((a, b) => byDepth(a, b) || rankOf(a) - rankOf(b));
}

function tablesOf(files: readonly PublicFile[]): PublicFile[] {
  return files.filter((file) => tableExtensions.has(file.extension) && !isSample(file) && depthOf(file) <= 4);
}

const nameOf = (path: string): string => path.split("/").at(-1)!;
const depthOf = ({ path }: PublicFile): number => path.split("/").length;
const byDepth = (a: PublicFile, b: PublicFile): number => depthOf(a) - depthOf(b);
