import { asFloats } from "../../../frame/as-floats.ts";
import { type Column, NumberColumn, type TextColumn } from "../../../frame/column.ts";
import { classNames, classNumbers } from "./class-names.ts";
import type { Goal } from "./goal.ts";
import { isEmpty } from "./is-empty.ts";
import { findListGoal } from "./list-goal.ts";
import { printedAs } from "./printed-as.ts";

/** Whole numbers with more distinct values than this are quantities, not classes, unless their name says otherwise. */
const mostNumberClasses = 20;

/**
 * The goal of filling one column of the sample by learning from a training column, or why that is impossible. `words` is the
 * competition's description.
 */
export function goalOfColumn(trained: Column, sampled: Column, words: string): Goal | string {
  const [source, wanted] = [asWhole(trained), asWhole(sampled)];
  const target = wanted.name;
  const isName = source.kind === "text" || source.kind === "bool" || source.kind === "bool-with-gaps";
  const classes = classNames(source);
  if (classes.length === 0) return `its column ${source.name} is empty`;
  const hasFewNumbers = source.kind === "int64" && classes.length <= mostNumberClasses;
  const isNamedClass = source.kind === "int64" && /categor|class|label|species|_id$/i.test(source.name);
  if (wanted.kind === "text" && (source.kind === "text" || isNamedClass)) {
    // Edit distances compare sequences, whose order is not learned.
    const list = /levenshtein|edit.distance/i.test(words) ? null : findListGoal(source, wanted);
    if (list !== null) return list;
  }
  const values = source.kind === "text" ? mostlyNumbers(source) : null;
  if (values !== null && wanted.kind !== "text") return numberGoal(values, target);
  if (source.kind === "text" && !repeats(classes, source, wanted)) return `its column ${source.name} is free text`;
  const printed = printedAs(classes, source, wanted);
  if (printed === null) return `its column ${source.name} has other values than the sample`;
  if (!isName && !hasFewNumbers && !isNamedClass) return numberGoal(asFloats(source), target);
  const truth = classNumbers(source, classes);
  const wantsProbability = wanted.kind === "float64" || /\b(auc|roc|log.?loss|probabilit)/i.test(words);
  if (classes.length === 2 && source.kind !== "text" && wanted.kind !== "text" && wantsProbability) {
    return { kind: "probability", column: target, columns: [], classes: printed, truth };
  }
  const isLabel = isName || isNamedClass || wanted.kind === "int64" || wanted.kind === "text";
  return isLabel
    ? { kind: "label", column: target, columns: [], classes: printed, truth }
    : numberGoal(asFloats(source), target);
}

/** Undoes pandas' reading of whole numbers with gaps as fractions. */
function asWhole(column: Column): Column {
  if (column.kind !== "float64" || !column.values.some(Number.isNaN)) return column;
  const isWhole = column.values.every((value) => Number.isNaN(value) || Number.isSafeInteger(value));
  return isWhole && !isEmpty(column) ? new NumberColumn(column.name, "int64", column.values) : column;
}

/** Whether texts are labels: they repeat, and the sample uses the same ones. */
function repeats(classes: readonly string[], source: Column, wanted: Column): boolean {
  if (classes.length > source.length / 2) return false;
  if (wanted.kind !== "text" || classes.length <= 20) return true;
  const known = new Set(classes);
  return classNames(wanted).every((label) => known.has(label));
}

/** The numbers in a column of text if nearly all cells are numbers; NaN for the others. */
function mostlyNumbers(column: TextColumn): Float64Array | null {
  const values = Float64Array.from(column.texts(), (text) => (text === null ? Number.NaN : Number(text)));
  const numbers = values.filter(Number.isFinite).length;
  return numbers > 0.9 * values.length && numbers < values.length && new Set(values).size > mostNumberClasses
    ? values
    : null;
}

function numberGoal(values: Float64Array, column: string): Goal {
  const truth = values.map((value) => (Number.isFinite(value) ? value : Number.NaN));
  return { kind: "number", column, truth, isShare: false };
}
