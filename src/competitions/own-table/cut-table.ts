import { createReadStream, createWriteStream, statSync } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { PrepareContext, Target } from "../../contracts/preparation.ts";
import { NumberColumn } from "../../frame/column.ts";
import type { TableView } from "../../frame/table-view.ts";
import { oneHot } from "../../prepare/one-hot.ts";
import { constantAnswers, standInAnswers } from "./constant-answers.ts";
import { cutRows } from "./cut-rows.ts";
import { hasClasses, tableMetric } from "./table-metrics.ts";
import { numberedRows, type TableTask } from "./table-task.ts";

/** The column of the answers that says which rows count, where the user has rows without labels. */
export const scoredColumn = "mlebench_scored";

/** Where the tables of a cut come from: the user's folder, or public data that was cut before. */
export type TableSource = Pick<TableTask, "train" | "test" | "rowId" | "files">;

/** Cuts a hold-out from the labelled table, and writes what agents and the grader get. */
export async function cutTable(context: PrepareContext, task: TableTask, source: TableSource): Promise<void> {
  const { target, classes, holdout, seed } = task;
  const metric = tableMetric(task.metric);
  const whole = context.open(source.train);
  const values = whole.column(target);
  const labelled = whole.filter((row) => !values.isGap(row));
  const rows = cutRows(labelled.column(target), { holdout, seed, byClass: hasClasses(metric) });
  const id = source.rowId ?? numberedRows;
  const identified = (table: TableView, first: number): TableView => withIds(table, source.rowId, first);
  const train = identified(labelled.take(rows.train), 0);
  const held = identified(labelled.take(rows.test), train.length);
  const sampleOf = (table: TableView) => constantAnswers(table.select(id), task, metric, train.column(target));
  const answers = metric.predicts === "probabilities" ? oneHot(held, { id, target, classes }) : held.select(id, target);

  context.write("public/train.csv", train);
  context.write("public/test.csv", held.drop(target));
  context.write("public/sample_submission.csv", sampleOf(held));
  context.write("private/test.csv", source.test === null ? answers : answers.with(scoredColumn, 1));
  placeFiles(context, source.files);
  if (source.test === null) return;

  const unlabelled = identified(context.open(source.test), train.length + held.length).select(
    ...held.drop(target).names,
  );
  await append(context, "public/test.csv", unlabelled);
  await append(context, "public/sample_submission.csv", sampleOf(unlabelled));
  const standIns = standInAnswers(unlabelled.select(id), task, metric, train.column(target));
  await append(context, "private/test.csv", standIns.with(scoredColumn, 0));
}

/** The table with its ids first: those that it has, or numbers. */
function withIds(table: TableView, rowId: string | null, first: number): TableView {
  if (rowId !== null) return table.select(rowId, ...table.names.filter((name) => name !== rowId));
  const numbers = Float64Array.from({ length: table.length }, (_, row) => first + row);
  return table
    .with(numberedRows, new NumberColumn(numberedRows, "int64", numbers))
    .select(numberedRows, ...table.names);
}

function placeFiles(context: PrepareContext, files: readonly string[]): void {
  for (const file of files) {
    if (file.endsWith("/")) context.placeTree(file.slice(0, -1), `public/${file.slice(0, -1)}`);
    else context.place(file, `public/${file}`);
  }
}

/** Adds rows to a table that was written before, with the same columns. */
async function append(context: PrepareContext, target: Target, rows: TableView): Promise<void> {
  const [header, whole] = [context.scratch("header.csv"), context.scratch("rows.csv")];
  rows.take(new Uint32Array()).write(header);
  rows.write(whole);
  const output = createWriteStream(context.target(target), { flags: "a" });
  await pipeline(createReadStream(whole, { start: statSync(header).size }), output, { signal: context.signal });
}
