import { asFloats } from "../../../frame/as-floats.ts";
import type { Frame } from "../../../frame/frame.ts";
import { classNames, classNumbers } from "./class-names.ts";
import type { ClassGoal, Goal } from "./goal.ts";

/** Whether these columns add up to 1 in every row, as the probabilities of classes do. */
export function sumsToOne(table: Frame, names: readonly string[]): boolean {
  const columns = names.map((name) => table.column(name));
  if (columns.length < 2 || columns.some(({ kind }) => kind === "text")) return false;
  const values = columns.map(asFloats);
  for (let row = 0; row < table.length; row += 1) {
    const sum = values.reduce((total, column) => total + column[row]!, 0);
    if (!(Math.abs(sum - 1) < 1e-3)) return false;
  }
  return true;
}

/** The training column whose values are the names of the targets, if the sample has one column per class. */
export function findClassColumn(train: Frame, targets: readonly string[]): ClassGoal | null {
  const wanted = new Set(targets);
  if (targets.length < 2) return null;
  for (const name of train.names) {
    const column = train.column(name);
    const classes = classNames(column);
    if (classes.length < 2 || !classes.every((label) => wanted.has(label))) continue;
    // A class without training rows has a column to fill, too.
    const all = [...classes, ...targets.filter((target) => !classes.includes(target))];
    return { kind: "probabilities", column: name, columns: all, classes: all, truth: classNumbers(column, all) };
  }
  return null;
}

/**
 * Targets that add up to 1, in the sample and in training: one class per row if each training row has a single 1, else numbers.
 * Counts, such as votes, become shares. Null if the targets are independent of each other.
 */
export function findShares(
  train: Frame,
  sample: Frame,
  named: readonly { readonly target: string; readonly source: string }[],
): Goal[] | null {
  const targets = named.map(({ target }) => target);
  const columns = named.map(({ source }) => train.column(source));
  if (!sumsToOne(sample, targets) || columns.some(({ kind }) => kind === "text")) return null;
  const values = columns.map(asFloats);
  const areCounts = values.some((column) => column.some((value) => value > 1));
  const truth = new Float64Array(train.length).fill(Number.NaN);
  const shares = values.map(() => new Float64Array(train.length).fill(Number.NaN));
  let isSingle = true;
  for (let row = 0; row < train.length; row += 1) {
    const cells = values.map((column) => column[row]!);
    const sum = cells.reduce((total, value) => total + value, 0);
    if (cells.some((value) => value < 0) || (!areCounts && Math.abs(sum - 1) > 1e-3)) return null;
    if (!(sum > 0)) continue;
    for (const [index, value] of cells.entries()) shares[index]![row] = value / sum;
    const whole = cells.indexOf(sum);
    if (whole < 0) isSingle = false;
    else truth[row] = whole;
  }
  if (isSingle)
    return [{ kind: "probabilities", column: targets.join(" "), columns: targets, classes: targets, truth }];
  return targets.map((column, index) => ({ kind: "number", column, truth: shares[index]!, isShare: true }));
}
