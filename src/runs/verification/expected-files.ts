import { existsSync } from "node:fs";
import { join } from "node:path";
import type { RunEvent } from "../record/run-events.ts";
import { runFiles } from "../record/run-folder.ts";
import type { Expectation } from "./verify-files.ts";

/** What files must contain according to the events. Files of an interrupted attempt are in `attempts/<n>`. */
export function expectedFiles(lines: readonly RunEvent[], folder: string): Expectation[] {
  const expected: Expectation[] = [];
  const last = lines.findLast((line) => line.type === "opened");
  let attempt = 0;
  // A process that is killed while it moves an attempt aside leaves some of its files in either place.
  const placeOf = (file: string): string => {
    const aside = join(runFiles.attempts, String(attempt), file);
    const isAside = attempt !== last?.attempt || existsSync(join(folder, aside));
    return isAside ? aside : file;
  };
  for (const line of lines) {
    if (line.type === "opened") {
      attempt = line.attempt;
      const by = `the event \`opened\` of attempt ${attempt}`;
      expected.push({ file: placeOf(runFiles.record), sha256: line.record, by });
    } else if (line.type === "candidate") {
      const { file, sha256: hash, bytes } = line;
      expected.push({ file: placeOf(file), sha256: hash, bytes, by: "the event `candidate`" });
    }
  }
  const sealed = lastOfAttempt(lines, "sealed");
  if (sealed !== null) {
    expected.push({ file: runFiles.files, sha256: sealed.files, by: "the event `sealed`" });
    if (sealed.submission !== null) {
      expected.push({ file: runFiles.submission, ...sealed.submission, by: "the event `sealed`" });
    }
  }
  const graded = lastOfAttempt(lines, "graded");
  if (graded !== null) expected.push({ file: runFiles.grade, sha256: graded.grade, by: "the event `graded`" });
  return expected;
}

/** The last event of a type, unless its attempt was moved aside or another attempt was opened since. */
export function lastOfAttempt<Type extends RunEvent["type"]>(
  lines: readonly RunEvent[],
  type: Type,
): Extract<RunEvent, { type: Type }> | null {
  const line = lines.findLast((each) => [type, "opened", "interrupted"].includes(each.type));
  return line?.type === type ? (line as Extract<RunEvent, { type: Type }>) : null;
}
