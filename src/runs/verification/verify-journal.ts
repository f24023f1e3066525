import { isUtf8 } from "node:buffer";
import { readFileSync } from "node:fs";
import { hasCode } from "../../lib/error-code.ts";
import { sha256 } from "../../lib/hashing.ts";
import { checkJournal, type JournalLine } from "../record/journal.ts";
import { wrongShape } from "./event-shapes.ts";
import type { Findings } from "./verification.ts";

/** A journal, as far as it can be read. */
export interface VerifiedJournal<Event> {
  readonly exists: boolean;
  /** The hash of its last line, or of the last one before the chain breaks. */
  readonly head: string;
  /** Those that are events at all. */
  readonly lines: readonly JournalLine<Event>[];
  /** Hashes of all lines. */
  hashes(): string[];
}

/**
 * Checks a journal's chain. A last line without its end is what a killed process leaves: a note where `mayBeTorn` holds,
 * otherwise a problem.
 */
export function verifyJournal<Event>(
  path: string,
  name: string,
  mayBeTorn: boolean,
  findings: Findings,
): VerifiedJournal<Event> {
  const bytes = readIfThere(path);
  const { problem, head } = checkJournal(path);
  const texts = (bytes?.toString("utf8") ?? "").split("\n");
  const rest = texts.pop()!;
  if (problem !== null) findings.problem(name, `The chain of lines is broken at ${problem}.`);
  // The chain hashes text, in which every byte that is not UTF-8 looks the same.
  if (bytes !== null && rest === "" && !isUtf8(bytes)) {
    findings.problem(name, "Expected UTF-8 text, found bytes that are not: it was changed.");
  }
  if (rest !== "") {
    const found = `The last line is torn: ${rest.length} characters without a line end`;
    if (mayBeTorn) findings.note(name, `${found}, as a process that is killed leaves it.`);
    else findings.problem(name, `${found}, but no host was killed here: lines were changed or cut off.`);
  }
  const lines = texts.flatMap((text, index) => {
    const line = parseLine(text);
    const wrong = line === undefined ? null : wrongShape(line);
    if (wrong !== null) findings.problem(name, `Line ${index + 1} is no event that a host writes: ${wrong}.`);
    return line === undefined || wrong !== null ? [] : [line as JournalLine<Event>];
  });
  return { exists: bytes !== null, head, lines, hashes: () => texts.map((text) => sha256(text)) };
}

/** Undefined where it is not JSON: `checkJournal` has said so. */
function parseLine(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readIfThere(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR")) return null;
    throw error;
  }
}
