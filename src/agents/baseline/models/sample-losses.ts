import { asFloats } from "../../../frame/as-floats.ts";
import { textAt } from "../../../frame/as-text.ts";
import type { Column } from "../../../frame/column.ts";
import type { Frame } from "../../../frame/frame.ts";
import { type ClassGoal, columnsOf, type NumberGoal } from "../reading/goal.ts";
import { type Losses, lossesOf } from "./judge.ts";

/**
 * Losses of the sample submission's values on training rows, its rows taken in turn. Null if it has gaps or text where numbers
 * belong, so that anything is better.
 */
export function sampleLosses(goal: NumberGoal | ClassGoal, sample: Frame, rows: Uint32Array): Losses | null {
  if (goal.kind === "label") return labelLosses(goal, sample.column(goal.column), rows);
  const columns = columnsOf(goal).map((name) => sample.column(name));
  if (columns.some(({ kind }) => kind === "text")) return null;
  const values = columns.map(asFloats);
  if (values.some((column) => !column.every(Number.isFinite))) return null;
  return lossesOf(goal, rows, (row) => {
    const cells = values.map((column) => column[row % column.length]!);
    return Float64Array.from(goal.kind === "number" ? cells : chancesOf(goal, cells));
  });
}

function labelLosses({ truth, classes }: ClassGoal, column: Column, rows: Uint32Array): Losses | null {
  for (let row = 0; row < column.length; row += 1) if (column.isGap(row)) return null;
  const isRight = (row: number): boolean => sameLabel(classes[truth[row]!]!, textAt(column, row % column.length));
  return [Float64Array.from(rows, (row) => (isRight(row) ? 0 : 1))];
}

/** `1` and `1.0` are the same label. */
function sameLabel(label: string, cell: string): boolean {
  return label === cell || (label !== "" && Number(label) === Number(cell));
}

function chancesOf({ kind }: ClassGoal, values: readonly number[]): number[] {
  if (kind === "probability") {
    const second = Math.min(1, Math.max(0, values[0]!));
    return [1 - second, second];
  }
  const sum = values.reduce((total, value) => total + value, 0);
  return values.map((value) => (sum > 0 ? value / sum : 1 / values.length));
}
