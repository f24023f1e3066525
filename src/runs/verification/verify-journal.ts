import { isUtf8 } from "node:buffer";
import { readFileSync } from "node:fs";
import { hasCode } from "../../lib/error-code.ts";
import { sha256 } from "../../lib/hashing.ts";
import type { JournalLine } from "../../lib/journal/journal.ts";
import { checkJournal } from "../../lib/journal/read-journal.ts";
import { wrongShape } from "./event-shapes.ts";
import type { Findings } from "./verification.ts";

/** The part of a journal that can be read. */
export interface VerifiedJournal<Event> {
  readonly exists: boolean;
  /** The hash of the last line, or of the last one before the chain breaks. */
  readonly head: string;
  /** Only lines that are events. */
  readonly lines: readonly JournalLine<Event>[];
  /** The hashes of all lines. */
  hashes(): string[];
}

/**
 * Checks a journal's chain. A killed process may leave a last line without its newline: with `mayBeTorn` that is a note,
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
  // The chain is over text, where all bytes that are not UTF-8 look the same.
  if (bytes !== null && rest === "" && !isUtf8(bytes)) {
    findings.problem(name, "Expected UTF-8 text, found other bytes: the file was changed.");
  }
  if (rest !== "") {
    const found = `The last line is torn: ${rest.length} characters without a newline`;
    if (mayBeTorn) findings.note(name, `${found}, as a killed process leaves it.`);
    else findings.problem(name, `${found}, but no host was killed here: lines were changed or removed.`);
  }
  const lines = texts.flatMap((text, index) => {
    const line = parseLine(text);
    const wrong = line === undefined ? null : wrongShape(line);
    if (wrong !== null) findings.problem(name, `Line ${index + 1} is not an event of a host: ${wrong}.`);
    return line === undefined || wrong !== null ? [] : [line as JournalLine<Event>];
  });
  return { exists: bytes !== null, head, lines, hashes: () => texts.map((text) => sha256(text)) };
}

/** Undefined when the line is not JSON, which `checkJournal` reports. */
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
