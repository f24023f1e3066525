import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { asText } from "../../frame/as-text.ts";
import type { Column } from "../../frame/column.ts";
import type { Frame } from "../../frame/frame.ts";
import { readCsv } from "../../frame/read-csv.ts";
import { MissingData } from "../../lib/errors.ts";

/** One thing to predict, and the columns of the submission that it fills. */
export type Goal =
  | { readonly kind: "number"; readonly source: string; readonly columns: readonly [string] }
  /** `label` writes the likeliest class, `probability` that of the second of two, `probabilities` one column each. */
  | {
      readonly kind: "label" | "probability" | "probabilities";
      readonly source: string;
      readonly columns: readonly string[];
      readonly classes: readonly string[];
    };

/** What a public folder asks for, as far as its tables tell. */
export interface Task {
  readonly folder: string;
  readonly sample: Frame;
  /** The sample's column that names rows. */
  readonly id: string;
  readonly train: Frame | null;
  /** The sample submission itself where there is no table of the test set. */
  readonly test: Frame;
  /** Empty where nothing can be learned. */
  readonly goals: readonly Goal[];
}

const mostClasses = 200;
const mostNumberClasses = 20;

/**
 * Finds the tables of a public folder by the names that Kaggle's competitions use, and what to predict by comparing the
 * sample submission with the training table.
 *
 * @throws MissingData when there is no sample submission.
 */
export function readTask(folder: string): Task {
  const tables = readdirSync(folder)
    .filter((name) => name.endsWith(".csv"))
    .sort();
  const sampleName = tables.find((name) => /sample.?submission/i.test(name));
  if (sampleName === undefined) throw new MissingData(`There is no sample submission in ${folder}.`);
  const sample = readCsv(join(folder, sampleName));
  const id = sample.names[0]!;
  const description = join(folder, "description.md");
  const words = existsSync(description) ? readFileSync(description, "utf8") : "";

  const open = (name: string): Frame => readCsv(join(folder, name));
  const testName = tables.find((name) => /^test/i.test(name));
  const test = testName === undefined ? sample : open(testName);
  for (const name of tables.filter((table) => /^train/i.test(table))) {
    const train = open(name);
    const goals = findGoals(train, sample, words);
    if (goals.length > 0) return { folder, sample, id, train, test: test.has(id) ? test : sample, goals };
  }
  return { folder, sample, id, train: null, test, goals: [] };
}

function findGoals(train: Frame, sample: Frame, words: string): Goal[] {
  const wanted = sample.names.slice(1);
  if (wanted.length > 0 && wanted.every((name) => train.has(name))) {
    return wanted.map((name) => goalOf(train.column(name), sample.column(name), words));
  }
  // One column per class: some training column holds their names.
  for (const source of train.names) {
    const classes = distinctTexts(train.column(source));
    if (classes !== null && classes.length >= 2 && classes.every((name) => wanted.includes(name))) {
      return [{ kind: "probabilities", source, columns: classes, classes }];
    }
  }
  return [];
}

function goalOf(truth: Column, sample: Column, words: string): Goal {
  const source = truth.name;
  const columns: [string] = [source];
  const classes = distinctTexts(truth);
  const isName = truth.kind === "text" || truth.kind === "bool";
  const isWhole = isName || truth.kind === "int64";
  if (classes === null || !isWhole || (!isName && classes.length > mostNumberClasses)) {
    return { kind: "number", source, columns };
  }
  const wantsProbability = sample.kind === "float64" || /\b(auc|roc|log.?loss|probabilit)/i.test(words);
  if (classes.length === 2 && truth.kind !== "text" && wantsProbability) {
    return { kind: "probability", source, columns, classes };
  }
  return isName || sample.kind === "int64"
    ? { kind: "label", source, columns, classes }
    : { kind: "number", source, columns };
}

/** The column's different values, numbers in their order; null when there are too many to be classes. */
function distinctTexts(column: Column): string[] | null {
  const found = new Set<string>();
  for (const text of asText(column)) {
    found.add(text);
    if (found.size > mostClasses) return null;
  }
  found.delete("nan");
  const texts = [...found].sort();
  return column.kind === "text" ? texts : texts.sort((a, b) => Number(a) - Number(b) || (a < b ? -1 : 1));
}
