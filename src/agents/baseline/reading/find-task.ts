import type { Frame } from "../../../frame/frame.ts";
import { BenchError } from "../../../lib/errors.ts";
import { QuickRandom } from "../../../lib/random/quick-random.ts";
import { findGoals } from "./find-goals.ts";
import { folderLabels } from "./folder-labels.ts";
import type { Goal } from "./goal.ts";
import { linkRows, type RowLinks, sameRows } from "./link-rows.ts";
import { type ColumnRoles, nameColumns } from "./name-columns.ts";
import type { PublicFile } from "./public-files.ts";
import { type ReadingLimits, readShareOfTable, readTable, tableExtensions } from "./read-table.ts";
import { isSample, type Sample } from "./sample.ts";

/** What a public folder asks for, as far as its files tell. */
export interface Task {
  readonly sample: Sample;
  readonly roles: ColumnRoles;
  readonly train: Frame;
  /** The sample submission itself where there is no table of the test set. */
  readonly test: Frame;
  readonly links: RowLinks;
  readonly goals: readonly Goal[];
  /** Whether the metric compares ranks or correlations, which a constant has not. */
  readonly isRanked: boolean;
  /** Where the tables were found, in words. */
  readonly sources: string;
}

/** A task, or why there is none. */
export type FoundTask = Task | { readonly declined: string };

export interface TaskLimits extends ReadingLimits {
  /** Training rows that are learned from; of more, a random choice. */
  readonly rows: number;
}

interface NamedTable {
  readonly path: string;
  readonly table: Frame;
}

/** Finds the tables of a public folder by the names that Kaggle's competitions use, and what to predict. */
export async function findTask(
  files: readonly PublicFile[],
  sample: Sample,
  words: string,
  limits: TaskLimits,
): Promise<FoundTask> {
  const tables = files.filter((file) => tableExtensions.has(file.extension) && !isSample(file) && depthOf(file) <= 4);
  const test = await findTest(tables, sample);
  const reasons: string[] = [];
  const consider = (found: NamedTable): Task | null => {
    const roles = nameColumns(sample.table, test?.table ?? null, found.table);
    const asked = { sample: sample.table, targets: roles.targets, test: test?.table ?? null, words };
    const result = findGoals(found.table, asked);
    if ("goals" in result)
      return { ...makeTask(sample, roles, found, test, result.goals), isRanked: /correlation/i.test(words) };
    reasons.push(`${found.path}: ${result.declined}`);
    return null;
  };
  for (const file of trainingFiles(tables)) {
    try {
      const table = fewerRows(await readShareOfTable(file, limits), limits);
      const task = consider({ path: file.path, table });
      if (task !== null) return task;
    } catch (error) {
      if (!(error instanceof BenchError)) throw error;
      reasons.push(`${file.path}: ${error.message}`);
    }
  }
  const labelled = folderLabels(files, sample.table);
  const task = labelled && consider({ path: "the folders of the training images", table: fewerRows(labelled, limits) });
  return task ?? { declined: bestReason(reasons) };
}

/** Why the table that came nearest to being of use was not. */
function bestReason(reasons: readonly string[]): string {
  const none = "no training table was found (CSV, TSV, JSON or folders of PNG and JPEG images)";
  return reasons.find((reason) => !reason.includes("has no column")) ?? reasons[0] ?? none;
}

function makeTask(
  sample: Sample,
  roles: ColumnRoles,
  train: NamedTable,
  test: NamedTable | null,
  goals: readonly Goal[],
): Omit<Task, "isRanked"> {
  const links = test && linkRows(sample.table, test.table, roles.keys);
  const rows = (table: Frame): string => `${table.length} rows`;
  const source = `${train.path} (${rows(train.table)})`;
  const common = { sample, roles, train: train.table, goals };
  if (test === null || links === null) {
    return { ...common, test: sample.table, links: sameRows(sample.table.length), sources: source };
  }
  return { ...common, test: test.table, links, sources: `${source}, ${test.path} (${rows(test.table)})` };
}

/** The table of the test set: the first that has rows for the sample's. */
async function findTest(tables: readonly PublicFile[], sample: Sample): Promise<NamedTable | null> {
  const isTest = ({ path }: PublicFile): boolean =>
    /test/i.test(nameOf(path)) || (/test/i.test(path) && /^metadata/i.test(nameOf(path)));
  for (const file of tables.filter(isTest).sort(byDepth)) {
    // A table that cannot be read is as good as none: then there are the sample's own rows.
    const table = await readTable(file).catch(() => null);
    if (table !== null && table.length > 0 && isTestOf(table, sample.table)) return { path: file.path, table };
  }
  return null;
}

/** Whether the sample's rows are found in a table that does not hold what is to be predicted. */
function isTestOf(table: Frame, sample: Frame): boolean {
  const { keys } = nameColumns(sample, table, table);
  return keys.length < sample.names.length && linkRows(sample, table, keys) !== null;
}

/** Tables that may hold the training set, the likeliest first. */
function trainingFiles(tables: readonly PublicFile[]): PublicFile[] {
  const ranks = [/^train/i, /train/i, /^labels?\b/i, /label|annotation/i];
  const rankOf = ({ path }: PublicFile): number => {
    const name = nameOf(path);
    if (/test/i.test(name) || /^test/i.test(path)) return -1;
    return [...ranks, /^metadata/i].findIndex((pattern) => pattern.test(name));
  };
  const isTraining = (file: PublicFile): boolean => depthOf(file) <= 2 || /train/i.test(file.path);
  return tables
    .filter((file) => rankOf(file) >= 0 && isTraining(file))
    .sort((a, b) => byDepth(a, b) || rankOf(a) - rankOf(b));
}

function fewerRows(table: Frame, { rows, seed }: TaskLimits): Frame {
  return table.length <= rows
    ? table
    : table.take(new QuickRandom(seed).permutation(table.length).slice(0, rows).sort());
}

const nameOf = (path: string): string => path.split("/").at(-1)!;
const depthOf = ({ path }: PublicFile): number => path.split("/").length;
const byDepth = (a: PublicFile, b: PublicFile): number => depthOf(a) - depthOf(b);
