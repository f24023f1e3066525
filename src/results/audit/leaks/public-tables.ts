import { dirname } from "node:path";
import { readShareOfTable, tableExtensions } from "../../../agents/baseline/reading/read-table.ts";
import type { Frame } from "../../../frame/frame.ts";
import type { AuditedFile } from "./public-files.ts";

/** A public file that is a table. */
export interface PublicTable {
  readonly path: string;
  readonly frame: Frame;
  /** Whether only a random share of its rows was read. */
  readonly isSampled: boolean;
}

const limits = { bytes: 5e8, jsonBytes: 5e8, seed: 0, deadline: Number.POSITIVE_INFINITY };
/** A folder with more files of one kind holds one file per item, not tables about all of them. */
const mostOfKind = 12;

/** Reads the tables among the public files. What cannot be read is noted. */
export async function readPublicTables(
  files: readonly AuditedFile[],
): Promise<{ readonly tables: readonly PublicTable[]; readonly notes: readonly string[] }> {
  const candidates = files.filter(({ extension, isReadable }) => isReadable && tableExtensions.has(extension));
  const inFolder = new Map<string, number>();
  const kindOf = ({ path, extension }: AuditedFile): string => `${dirname(path)} ${extension}`;
  for (const file of candidates) inFolder.set(kindOf(file), (inFolder.get(kindOf(file)) ?? 0) + 1);
  const tables: PublicTable[] = [];
  const notes: string[] = [];
  for (const file of candidates.filter((each) => inFolder.get(kindOf(each))! <= mostOfKind)) {
    try {
      const { table, isSampled } = await readShareOfTable(file, limits);
      if (table.names.length > 0) tables.push({ path: file.path, frame: table, isSampled });
    } catch (error) {
      // JSON that is not a table is looked at by its keys instead.
      if (!file.extension.startsWith(".json"))
        notes.push(`public/${file.path} was left out: ${(error as Error).message}`);
    }
  }
  return { tables, notes };
}
