import { asFloats } from "../../../frame/as-floats.ts";
import { type Column, NumberColumn, type TextColumn } from "../../../frame/column.ts";
import type { Frame } from "../../../frame/frame.ts";
import { findClassColumn, findShares } from "./class-columns.ts";
import { classNames, classNumbers } from "./class-names.ts";
import type { Goal } from "./goal.ts";
import { isEmpty } from "./is-empty.ts";
import { findListGoal } from "./list-goal.ts";
import { findColumn } from "./name-columns.ts";

/** Whole numbers with more different values than this are quantities and not classes, unless their name says otherwise. */
const mostNumberClasses = 20;

/** The goals that were found, or why there are none. */
export type FoundGoals = { readonly goals: readonly Goal[] } | { readonly declined: string };

/** What a training table is compared with. */
export interface Asked {
  readonly sample: Frame;
  /** The sample's columns to fill. */
  readonly targets: readonly string[];
  readonly test: Frame | null;
  /** The competition's description. */
  readonly words: string;
}

/** Finds what to predict by comparing the sample's targets with the columns of a training table. */
export function findGoals(train: Frame, asked: Asked): FoundGoals {
  const { sample, targets } = asked;
  if (train.length === 0) return { declined: "it has no rows" };
  const named = targets.flatMap((target) => {
    const source = findColumn(train, target);
    return source === null ? [] : [{ target, source }];
  });
  if (named.length > 0 && named.length === targets.length) {
    const shares = findShares(train, sample, named);
    if (shares !== null) return { goals: shares };
    return collect(named.map(({ target, source }) => goalOf(train.column(source), target, asked)));
  }
  const byClass = findClassColumn(train, targets);
  if (byClass !== null) return { goals: [byClass] };
  const only = targets.length === 1 ? onlyCandidate(train, asked) : null;
  if (only !== null) return collect([goalOf(train.column(only), targets[0]!, asked)]);
  const missing = targets.filter((target) => findColumn(train, target) === null);
  return { declined: `it has no column for ${missing.slice(0, 3).join(", ")}${missing.length > 3 ? ", ..." : ""}` };
}

function collect(found: readonly (Goal | string)[]): FoundGoals {
  const goals = found.filter((goal) => typeof goal !== "string");
  return goals.length > 0 ? { goals } : { declined: found[0] as string };
}

/** The one column that the test set lacks, or of several the one that is named as targets are. */
function onlyCandidate(train: Frame, { sample, test }: Asked): string | null {
  const isGiven = (name: string): boolean => findColumn(test ?? sample, name) !== null;
  const unknown = train.names.filter((name) => !isGiven(name));
  if (unknown.length === 1 && (test !== null || train.names.length === 2)) return unknown[0]!;
  return unknown.find((name) => /^(target|label|labels|class|category_id|category)$/i.test(name)) ?? null;
}

/** The goal that a training column makes, or why it makes none. */
function goalOf(trained: Column, target: string, { sample, words }: Asked): Goal | string {
  const [source, wanted] = [asWhole(trained), asWhole(sample.column(target))];
  const isName = source.kind === "text" || source.kind === "bool" || source.kind === "bool-with-gaps";
  const classes = classNames(source);
  if (classes.length === 0) return `its column ${source.name} is empty`;
  const hasFewNumbers = source.kind === "int64" && classes.length <= mostNumberClasses;
  const isNamedClass = source.kind === "int64" && /categor|class|label|species|_id$/i.test(source.name);
  if (wanted.kind === "text" && (source.kind === "text" || isNamedClass)) {
    // In a sequence the order matters, of which nothing is learned here.
    const list = /levenshtein|edit.distance/i.test(words) ? null : findListGoal(source, wanted);
    if (list !== null) return list;
  }
  const values = source.kind === "text" ? mostlyNumbers(source) : null;
  if (values !== null && wanted.kind !== "text")
    return { kind: "number", column: target, truth: values, isShare: false };
  if (source.kind === "text" && !repeats(classes, source, wanted)) return `its column ${source.name} is free text`;
  const printed = printedAs(classes, source, wanted);
  if (printed === null) return `its column ${source.name} has other values than the sample`;
  if (!isName && !hasFewNumbers && !isNamedClass) return numberGoal(source, target);
  const truth = classNumbers(source, classes);
  const wantsProbability = wanted.kind === "float64" || /\b(auc|roc|log.?loss|probabilit)/i.test(words);
  if (classes.length === 2 && source.kind !== "text" && wanted.kind !== "text" && wantsProbability) {
    return { kind: "probability", column: target, columns: [], classes: printed, truth };
  }
  const isLabel = isName || isNamedClass || wanted.kind === "int64" || wanted.kind === "text";
  return isLabel ? { kind: "label", column: target, columns: [], classes: printed, truth } : numberGoal(source, target);
}

/** A column of whole numbers with gaps, which pandas reads as fractions, as whole numbers again. */
function asWhole(column: Column): Column {
  if (column.kind !== "float64" || !column.values.some(Number.isNaN)) return column;
  const isWhole = column.values.every((value) => Number.isNaN(value) || Number.isSafeInteger(value));
  return isWhole && !isEmpty(column) ? new NumberColumn(column.name, "int64", column.values) : column;
}

/** Whether texts are labels: the same ones again and again, the sample's among them. */
function repeats(classes: readonly string[], source: Column, wanted: Column): boolean {
  if (classes.length > source.length / 2) return false;
  if (wanted.kind !== "text" || classes.length <= 20) return true;
  const known = new Set(classes);
  return classNames(wanted).every((label) => known.has(label));
}

/** The classes as the sample would write them; null when it uses other words for them. */
function printedAs(classes: readonly string[], source: Column, wanted: Column): readonly string[] | null {
  const isBoolean = ({ kind }: Column): boolean => kind === "bool" || kind === "bool-with-gaps";
  if (isEmpty(wanted) || isBoolean(source) === isBoolean(wanted)) {
    const isNumber = (text: string): boolean => Number.isFinite(Number(text));
    const fits = wanted.kind === "text" ? source.kind === "text" : source.kind !== "text" || classes.every(isNumber);
    return isEmpty(wanted) || fits ? classes : null;
  }
  if (isBoolean(source)) return wanted.kind === "text" ? null : classes.map((name) => (name === "True" ? "1" : "0"));
  return classes.every((name) => name === "0" || name === "1")
    ? classes.map((name) => (name === "1" ? "True" : "False"))
    : null;
}

/** The numbers of a column of text in which few cells are none; NaN for those. */
function mostlyNumbers(column: TextColumn): Float64Array | null {
  const values = Float64Array.from(column.texts(), (text) => (text === null ? Number.NaN : Number(text)));
  const numbers = values.filter(Number.isFinite).length;
  return numbers > 0.9 * values.length && numbers < values.length && new Set(values).size > mostNumberClasses
    ? values
    : null;
}

function numberGoal(source: Column, target: string): Goal {
  const truth = asFloats(source).map((value) => (Number.isFinite(value) ? value : Number.NaN));
  return { kind: "number", column: target, truth, isShare: false };
}
