import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Competition } from "../../../contracts/competition.ts";
import { textAt } from "../../../frame/as-text.ts";
import type { Frame } from "../../../frame/frame.ts";
import { readCsv } from "../../../frame/read-csv.ts";
import { readAnswers } from "../../../grade/grade-submission.ts";
import { BenchError } from "../../../lib/errors.ts";
import { type Target, targetOf } from "./target.ts";

/** The private answers: an id and one or more targets per row. */
export interface AnswerSheet {
  readonly idName: string;
  readonly ids: readonly string[];
  /** Whether no id repeats. */
  readonly isUnique: boolean;
  readonly targets: readonly Target[];
  /** Every target's value in one text, to compare whole answers. */
  readonly whole: readonly string[];
  readonly frame: Frame;
}

/** Statistics do not gain from more rows than this, evenly spread. */
const mostRows = 300_000;

/**
 * Reads the answers and tells ids from targets: targets are the columns that the competition declares as hidden, or those in
 * which the sample submission differs from the answers.
 */
export function readAnswerSheet(
  competition: Competition,
  prepared: string,
  publicColumns: ReadonlySet<string>,
): AnswerSheet {
  const { files } = competition.facts;
  const path = join(prepared, files.answers);
  const answers = thin(readFrame(competition, path));
  const sample = readSample(join(prepared, files.sampleSubmission));
  const idName = findId(answers, sample, competition);
  const names = targetNames(answers, sample, competition, idName, publicColumns);
  const columns = names.map((name) => answers.column(name));
  const ids = Array.from({ length: answers.length }, (_, row) => textAt(answers.column(idName), row));
  return {
    idName,
    ids,
    isUnique: new Set(ids).size === ids.length,
    targets: combineOneHot(columns.map(targetOf)),
    whole: ids.map((_, row) => columns.map((column) => textAt(column, row)).join("\t")),
    frame: answers,
  };
}

function readFrame(competition: Competition, path: string): Frame {
  try {
    return readAnswers(competition, path);
  } catch (cause) {
    const message = `The answers, ${path}, cannot be read, neither here nor by the grader: ${(cause as Error).message}`;
    throw new BenchError("unreadable-answers", message, { cause });
  }
}

function readSample(path: string): Frame | null {
  try {
    return existsSync(path) ? readCsv(path) : null;
  } catch {
    // Without it ids and targets are told apart by what the competition declares.
    return null;
  }
}

function thin(answers: Frame): Frame {
  if (answers.length <= mostRows) return answers;
  return answers.take(
    Uint32Array.from({ length: mostRows }, (_, row) => Math.floor((row * answers.length) / mostRows)),
  );
}

function findId(answers: Frame, sample: Frame | null, { checks }: Competition): string {
  const declared = checks?.disjoint?.id;
  if (declared !== undefined && answers.has(declared)) return declared;
  const shared = answers.names.filter((name) => sample?.has(name) && isCopied(answers, sample, name));
  return shared[0] ?? answers.names[0]!;
}

/** Whether the sample submission has the same values as the answers in a column, as it does for ids. */
function isCopied(answers: Frame, sample: Frame, name: string): boolean {
  const looked = Math.min(answers.length, 1000);
  const given = new Set<string>();
  for (let row = 0; row < sample.length; row += 1) given.add(textAt(sample.column(name), row));
  let found = 0;
  for (let row = 0; row < looked; row += 1) if (given.has(textAt(answers.column(name), row))) found += 1;
  return found >= 0.9 * looked && (given.size > 1 || answers.length === 1);
}

function targetNames(
  answers: Frame,
  sample: Frame | null,
  { checks }: Competition,
  idName: string,
  publicColumns: ReadonlySet<string>,
): string[] {
  const rest = answers.names.filter((name) => name !== idName);
  const declared = rest.filter((name) => checks?.hidden?.columns.includes(name));
  if (declared.length > 0) return declared;
  const asked = rest.filter((name) => sample?.has(name) && !isEqual(answers, sample, name));
  if (asked.length > 0) return asked;
  const secret = rest.filter((name) => !publicColumns.has(name));
  return secret.length > 0 ? secret : rest;
}

/** Whether a column of the sample submission repeats that of the answers, row by row. */
function isEqual(answers: Frame, sample: Frame, name: string): boolean {
  if (sample.length !== answers.length) return false;
  for (let row = 0; row < answers.length; row += 1) {
    if (textAt(answers.column(name), row) !== textAt(sample.column(name), row)) return false;
  }
  return true;
}

/** Columns with one 1 per row are one target: the class. */
function combineOneHot(targets: readonly Target[]): readonly Target[] {
  const rows = targets[0]?.numbers?.length ?? 0;
  if (targets.length < 3 || targets.some(({ numbers }) => numbers === null)) return targets;
  const classes = new Int32Array(rows);
  for (let row = 0; row < rows; row += 1) {
    const ones = targets.flatMap(({ numbers }, index) => (numbers![row] === 0 ? [] : [index]));
    if (ones.length !== 1 || targets[ones[0]!]!.numbers![row] !== 1) return targets;
    classes[row] = ones[0]!;
  }
  return [
    { name: "the class", kind: "class", codes: classes, classes: targets.map(({ name }) => name), numbers: null },
  ];
}
