import { mkdirSync, renameSync } from "node:fs";
import { dirname } from "node:path";
import { asText } from "../../frame/as-text.ts";
import { type Column, NumberColumn, TextColumn } from "../../frame/column.ts";
import { TableView } from "../../frame/table-view.ts";
import type { Goal, Task } from "./read-task.ts";

/** What was predicted for one goal: a value or a probability for each class, test row by test row. */
export interface Answer {
  readonly goal: Goal;
  readonly prediction: Float64Array;
}

/**
 * Writes the sample submission with its values replaced by the predictions; rows of the sample that the test table does
 * not know keep theirs. The file appears whole or not at all.
 */
export function writeSubmission(task: Task, answers: readonly Answer[], path: string): void {
  const { sample, id, test } = task;
  const rowOf = new Map(asText(test.column(id)).map((text, row) => [text, row]));
  const rows = asText(sample.column(id)).map((text) => rowOf.get(text) ?? -1);
  const filled = new Map(answers.flatMap((answer) => fillColumns(task, answer, rows)).map((each) => [each.name, each]));
  mkdirSync(dirname(path), { recursive: true });
  const partial = `${path}.partial`;
  TableView.of(sample.names.map((name) => filled.get(name) ?? sample.column(name))).write(partial);
  renameSync(partial, path);
}

function fillColumns({ sample, train }: Task, { goal, prediction }: Answer, rows: readonly number[]): Column[] {
  const numbers = (name: string, at: (row: number) => number): Column => {
    const given = sample.column(name);
    const before = given.kind === "text" ? new Float64Array(given.length) : given.values;
    return new NumberColumn(
      name,
      "float64",
      Float64Array.from(rows, (row, index) => (row < 0 ? before[index]! : at(row))),
    );
  };
  if (goal.kind === "number") return [numbers(goal.columns[0], (row) => prediction[row]!)];
  const width = goal.classes.length;
  if (goal.kind === "probability") return [numbers(goal.columns[0]!, (row) => prediction[row * width + 1]!)];
  if (goal.kind === "probabilities") {
    return goal.columns.map((name, label) => numbers(name, (row) => prediction[row * width + label]!));
  }
  const [name] = goal.columns as [string];
  const given = asText(sample.column(name));
  const labels = rows.map((row, index) => {
    if (row < 0) return given[index]!;
    const chances = prediction.subarray(row * width, (row + 1) * width);
    return goal.classes[chances.indexOf(Math.max(...chances))]!;
  });
  const { kind } = train!.column(goal.source);
  if (kind !== "int64") return [TextColumn.from(name, labels)];
  return [new NumberColumn(name, "int64", Float64Array.from(labels, Number))];
}
