import type { Frame } from "../../../frame/frame.ts";
import { BenchError } from "../../../lib/errors.ts";
import { QuickRandom } from "../../../lib/random/quick-random.ts";
import { findGoals } from "./find-goals.ts";
import { findTestTable, type NamedTable, trainingFiles } from "./find-tables.ts";
import { folderLabels } from "./folder-labels.ts";
import type { Goal } from "./goal.ts";
import { linkRows, type RowLinks, sameRows } from "./link-rows.ts";
import { type ColumnRoles, nameColumns } from "./name-columns.ts";
import type { PublicFile } from "./public-files.ts";
import { type ReadingLimits, readShareOfTable } from "./read-table.ts";
import type { Sample } from "./sample.ts";

/** What to learn from, and what to predict. */
export interface Task {
  readonly sample: Sample;
  readonly roles: ColumnRoles;
  readonly train: Frame;
  /** The sample submission itself if there is no test table. */
  readonly test: Frame;
  readonly links: RowLinks;
  readonly goals: readonly Goal[];
  /** Whether the metric is a correlation, which is undefined for a constant. */
  readonly isRanked: boolean;
  /** The tables, for the log. */
  readonly sources: string;
}

/** A task, or why there is none. */
export type FoundTask = Task | { readonly declined: string };

export interface TaskLimits extends ReadingLimits {
  /** Of a larger training table, a random choice of rows is used. */
  readonly rows: number;
}

/** Finds the training table, and what to predict by comparing it with the sample submission and the test table. */
export async function findTask(
  files: readonly PublicFile[],
  sample: Sample,
  words: string,
  limits: TaskLimits,
): Promise<FoundTask> {
  const test = await findTestTable(files, sample.table);
  const reasons: { readonly reason: string; readonly hasTargets: boolean }[] = [];
  const consider = (training: NamedTable): Task | null => {
    const train = training.table;
    const roles = nameColumns(sample.table, test?.table ?? null, train);
    const asked = { sample: sample.table, targets: roles.targets, test: test?.table ?? null, words };
    const found = findGoals(train, asked);
    if ("goals" in found) {
      const isRanked = /correlation/i.test(words);
      return { sample, roles, train, goals: found.goals, isRanked, ...linkTest(sample, roles, training, test) };
    }
    reasons.push({ reason: `${training.path}: ${found.declined}`, hasTargets: found.hasTargets });
    return null;
  };
  for (const file of trainingFiles(files)) {
    try {
      const task = consider(await readTraining(file, limits));
      if (task !== null) return task;
    } catch (error) {
      if (!(error instanceof BenchError)) throw error;
      reasons.push({ reason: `${file.path}: ${error.message}`, hasTargets: true });
    }
  }
  const labelled = folderLabels(files, sample.table);
  const path = "the folders of the training images";
  const task =
    labelled && consider({ path, table: fewerRows(labelled, limits), isSampled: labelled.length > limits.rows });
  const none = "no training table was found (CSV, TSV, JSON or folders of PNG and JPEG images)";
  return task ?? { declined: (reasons.find(({ hasTargets }) => hasTargets) ?? reasons[0])?.reason ?? none };
}

async function readTraining(file: PublicFile, limits: TaskLimits): Promise<NamedTable> {
  const read = await readShareOfTable(file, limits);
  const table = fewerRows(read.table, limits);
  return { path: file.path, table, isSampled: read.isSampled || table.length < read.table.length };
}

function fewerRows(table: Frame, { rows, seed }: TaskLimits): Frame {
  if (table.length <= rows) return table;
  return table.take(new QuickRandom(seed).permutation(table.length).slice(0, rows).sort());
}

/** The test rows: those of the test table if it has the sample's, else the sample's own. */
function linkTest(
  { table }: Sample,
  { keys }: ColumnRoles,
  training: NamedTable,
  test: NamedTable | null,
): Pick<Task, "test" | "links" | "sources"> {
  const links = test && linkRows(table, test.table, keys);
  if (test === null || links === null)
    return { test: table, links: sameRows(table.length), sources: describe(training) };
  return { test: test.table, links, sources: `${describe(training)}, ${describe(test)}` };
}

function describe({ path, table, isSampled }: NamedTable): string {
  return `${path} (${isSampled ? "a sample of " : ""}${table.length} rows)`;
}
