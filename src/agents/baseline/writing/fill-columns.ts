import { asFloats } from "../../../frame/as-floats.ts";
import type { Frame } from "../../../frame/frame.ts";
import { formatPythonFloat } from "../../../lib/python/python-repr.ts";
import type { Features } from "../features/build-features.ts";
import type { Answer } from "../models/answer-goal.ts";
import type { ListAnswer } from "../models/answer-list.ts";
import { likeliest } from "../models/judge.ts";
import { sumsToOne } from "../reading/class-columns.ts";
import type { Task } from "../reading/find-task.ts";
import { type ClassGoal, columnsOf, isShared } from "../reading/goal.ts";

/** New cells by column name, one per row of the sample; null keeps the sample's cell. */
export type Filling = Map<string, readonly (string | null)[]>;

/** Columns of numbers; NaN keeps the sample's cell. */
type Numbers = Map<string, Float64Array>;

/** The cells that the answers replace. */
export function fillColumns(task: Task, answers: readonly (Answer | ListAnswer)[], features: Features): Filling {
  const numbers: Numbers = new Map();
  const filling: Filling = new Map();
  const { length } = task.sample.table;
  for (const answer of answers) {
    if ("labels" in answer) {
      filling.set(answer.goal.column, Array(length).fill(answer.labels.join(" ")));
      continue;
    }
    const { goal } = answer;
    const rows = predictSample(task, answer, features);
    const width = answer.constant.length;
    const column = (output: number): Float64Array =>
      Float64Array.from({ length }, (_, row) => rows[row * width + output]!);
    if (goal.kind === "label") filling.set(goal.column, labelsOf(goal, rows));
    else if (goal.kind === "probabilities") {
      for (const [label, name] of goal.columns.entries()) numbers.set(name, column(label));
    } else numbers.set(goal.column, column(goal.kind === "number" ? 0 : 1));
  }
  const shares = task.goals.flatMap((goal) => (isShared(goal) ? columnsOf(goal) : []));
  if (numbers.size > 0 && sumsToOne(task.sample.table, shares)) shareOut(task.sample.table, shares, numbers);
  for (const [name, values] of numbers) {
    filling.set(
      name,
      Array.from(values, (value) => (Number.isNaN(value) ? null : formatPythonFloat(value))),
    );
  }
  return filling;
}

/** The likeliest class of each row. */
function labelsOf({ classes }: ClassGoal, chances: Float64Array): (string | null)[] {
  return Array.from({ length: chances.length / classes.length }, (_, row) => {
    const own = chances.subarray(row * classes.length, (row + 1) * classes.length);
    return Number.isNaN(own[0]!) ? null : classes[likeliest(own)]!;
  });
}

/** Predictions for the sample's rows: the mean over the test rows linked to each; NaN keeps the sample's cells. */
function predictSample({ sample, links, train }: Task, answer: Answer, features: Features): Float64Array {
  const { goal, prediction, constant } = answer;
  const width = constant.length;
  const columns = (goal.kind === "probabilities" ? goal.columns : [goal.column]).map((name) =>
    sample.table.column(name),
  );
  const bounds = goal.kind === "number" ? boundsOf(goal.truth, features.series !== null) : null;
  const filled = new Float64Array(sample.table.length * width);
  for (let row = 0; row < sample.table.length; row += 1) {
    const [start, end] = [links.starts[row]!, links.starts[row + 1]!];
    const behind = links.rows.subarray(start, end).filter((test) => features.isUsable?.[train.length + test] !== 0);
    for (let output = 0; output < width; output += 1) {
      let value = constant[output]!;
      if (start === end) value = columns.some((column) => column.isGap(row)) ? value : Number.NaN;
      else if (prediction !== null && behind.length > 0) {
        value = behind.reduce((sum, test) => sum + prediction[test * width + output]!, 0) / behind.length;
      }
      filled[row * width + output] = bounds === null ? value : Math.min(bounds.most, Math.max(bounds.least, value));
    }
  }
  return filled;
}

/** Numbers stay within the training set's range; a series may grow beyond it. */
function boundsOf(truth: Float64Array, isSeries: boolean): { least: number; most: number } {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of truth) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  if (!isSeries) return { least, most };
  return { least: least >= 0 ? 0 : Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY };
}

/** Scales the shares of each row to add up to 1. Columns without an answer keep the sample's share; none becomes 0. */
function shareOut(sample: Frame, shares: readonly string[], numbers: Numbers): void {
  const least = 1e-6;
  const given = shares.map((name) => asFloats(sample.column(name)));
  const columns = shares.map((name, index) => numbers.get(name) ?? Float64Array.from(given[index]!));
  for (let row = 0; row < sample.length; row += 1) {
    const parts = columns.map((column, index) => {
      return Math.max(least, Number.isNaN(column[row]!) ? given[index]![row]! : column[row]!);
    });
    const sum = parts.reduce((total, part) => total + part, 0);
    for (const [index, column] of columns.entries()) column[row] = parts[index]! / sum;
  }
  for (const [index, name] of shares.entries()) numbers.set(name, columns[index]!);
}
