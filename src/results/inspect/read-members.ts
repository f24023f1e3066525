import { BenchError } from "../../lib/errors.ts";
import { findMembers } from "../../lib/json/find-members.ts";
import { parsePythonJson } from "../read-report.ts";

/** A part of a log that cannot be read, and why. */
export function unreadable(path: string, member: string, reason: string, cause?: unknown): BenchError {
  return new BenchError("unreadable-log", `${path}: ${member} ${reason}.`, { cause });
}

/** Some members of an object in a log, parsed. Others, such as long transcripts, are only skipped. */
export function readMembers(
  path: string,
  member: string,
  bytes: Buffer,
  names: readonly string[],
): Readonly<Record<string, unknown>> {
  try {
    const found = findMembers(bytes, 0, bytes.length, names);
    return Object.fromEntries([...found].map(([name, text]) => [name, parse(text)]));
  } catch (cause) {
    throw unreadable(path, member, `is not JSON that can be read (${(cause as Error).message})`, cause);
  }
}

/** Python's NaN and infinities are not JSON; looking for them takes longer than parsing what has none. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return parsePythonJson(text);
  }
}
