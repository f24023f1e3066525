import type { RunEvent } from "../record/run-events.ts";

/** What a run's journal says about one of its attempts. */
export interface RecordedAttempt {
  readonly candidates: Set<string>;
  /** The agent has stopped, so that its work may have been taken over before the attempt was moved aside. */
  hasStopped: boolean;
  /** All of its files are in `attempts/<n>`. */
  isAside: boolean;
  /** The hashes of `files.sha256` and `grade.json`. */
  files: string | null;
  grade: string | null;
}

/** The attempts of a run by number. One whose sandbox could not be opened has no `opened`. */
export function recordedAttempts(lines: readonly RunEvent[]): Map<number, RecordedAttempt> {
  const attempts = new Map<number, RecordedAttempt>();
  let number = 0;
  const current = (wanted: number): RecordedAttempt => {
    number = wanted;
    const attempt = attempts.get(number) ?? newAttempt();
    attempts.set(number, attempt);
    return attempt;
  };
  for (const line of lines) {
    if (line.type === "opened") current(line.attempt);
    else if (line.type === "interrupted") current(line.attempt).isAside = true;
    else if (line.type === "stopped") {
      current(attempts.get(number)?.isAside === false ? number : number + 1).hasStopped = true;
    } else if (line.type === "candidate") current(number).candidates.add(line.file);
    else if (line.type === "sealed") current(number).files = line.files;
    else if (line.type === "graded") current(number).grade = line.grade;
  }
  return attempts;
}

function newAttempt(): RecordedAttempt {
  return { candidates: new Set(), hasStopped: false, isAside: false, files: null, grade: null };
}
