import { asFloats } from "../../../frame/as-floats.ts";
import type { Frame } from "../../../frame/frame.ts";
import { classNames, classNumbers } from "./class-names.ts";
import type { ClassGoal, Goal } from "./goal.ts";

/** Whether the sample's cells of these columns add up to 1 in every row, as probabilities of classes do. */
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

/** The training column whose values are names of the targets: the sample has one column per class. */
export function findClassColumn(train: Frame, targets: readonly string[]): ClassGoal | null {
  const wanted = new Set(targets);
  if (targets.length < 2) return null;
  for (const name of train.names) {
    const column = train.column(name);
    const classes = classNames(column);
    if (classes.length < 2 || !classes.every((label) => wanted.has(label))) continue;
    // A class without a training row still has its column to fill.
    const all = [...classes, ...targets.filter((target) => !classes.includes(target))];
    return { kind: "probabilities", column: name, columns: all, classes: all, truth: classNumbers(column, all) };
  }
  return null;
}

/**
 * Targets that share out 1 among them: classes where each training row has a single one, else (votes) a number each, as the
 * share of the row's sum. Null when the targets are independent of each other.
 */
export function findFlagColumns(
  train: Frame,
  sample: Frame,
  named: readonly { readonly target: string; readonly source: string }[],
): Goal[] | null {
  if (
    !sumsToOne(
      sample,
      named.map(({ target }) => target),
    )
  )
    return null;
  const columns = named.map(({ source }) => train.column(source));
  if (columns.some(({ kind }) => kind === "text")) return null;
  const values = columns.map(asFloats);
  const truth = new Float64Array(train.length);
  const shares = values.map(() => new Float64Array(train.length));
  let isSingle = true;
  for (let row = 0; row < train.length; row += 1) {
    const sum = values.reduce((total, column) => total + column[row]!, 0);
    const isShared = sum > 0 && values.every((column) => column[row]! >= 0);
    for (const [index, column] of values.entries()) shares[index]![row] = isShared ? column[row]! / sum : Number.NaN;
    const largest = shares.findIndex((column) => column[row] === 1);
    if (isShared && largest < 0) isSingle = false;
    truth[row] = largest < 0 ? Number.NaN : largest;
  }
  const targets = named.map(({ target }) => target);
  if (isSingle)
    return [{ kind: "probabilities", column: targets.join(" "), columns: targets, classes: targets, truth }];
  return targets.map((column, index) => ({ kind: "number", column, truth: shares[index]! }));
}
