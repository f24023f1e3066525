import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import type { RunEvent } from "../record/run-events.ts";
import { runFiles } from "../record/run-folder.ts";
import { type RecordedAttempt, recordedAttempts } from "./attempts-aside.ts";
import { isTemporary } from "./is-temporary.ts";
import { listFiles } from "./list-files.ts";
import { readFileList } from "./read-file-list.ts";
import type { Findings } from "./verification.ts";
import type { Expectation } from "./verify-files.ts";

/**
 * Reports files in `attempts/` that no host has put there. Returns what the files of attempts that were sealed before they
 * were moved aside must contain.
 */
export async function verifyAttempts(
  folder: string,
  lines: readonly RunEvent[],
  findings: Findings,
): Promise<Expectation[]> {
  const aside = join(folder, runFiles.attempts);
  if (!existsSync(aside)) return [];
  const attempts = recordedAttempts(lines);
  const expected = [...attempts].flatMap(([number, attempt]) => expectedAside(folder, number, attempt));
  const known = new Set(expected.map(({ file }) => file));
  for (const { path, isExact } of await listFiles(aside, new Set())) {
    const file = join(runFiles.attempts, path);
    const [number = "", ...rest] = path.split("/");
    const attempt = String(Number(number)) === number ? attempts.get(Number(number)) : undefined;
    const isExpected = known.has(file) || (attempt !== undefined && mayHold(attempt, rest.join("/")));
    if (isExact && isExpected) continue;
    findings.problem(file, "Expected only files of attempts that the journal records, found another one.");
  }
  return expected;
}

function expectedAside(folder: string, number: number, { isAside, files, grade }: RecordedAttempt): Expectation[] {
  if (!isAside || files === null) return [];
  const below = `${runFiles.attempts}/${number}/`;
  const by = `the event \`sealed\` of attempt ${number}`;
  const expected = [{ file: below + runFiles.files, sha256: files, by }, ...readFileList(folder, below)];
  if (grade === null) return expected;
  return [
    ...expected,
    { file: below + runFiles.grade, sha256: grade, by: `the event \`graded\` of attempt ${number}` },
  ];
}

const always = new Set<string>([runFiles.record, runFiles.output, runFiles.calls, runFiles.bodies]);
const afterStop = new Set<string>([
  runFiles.candidates,
  runFiles.submission,
  runFiles.code,
  runFiles.logs,
  runFiles.files,
  runFiles.grade,
]);

/** Whether a host may have moved a file of this name aside. */
function mayHold({ candidates, hasStopped, isAside, files }: RecordedAttempt, name: string): boolean {
  if (always.has(name) || candidates.has(name) || isTemporary(basename(name))) return true;
  // Its list names every file.
  if (isAside && files !== null) return false;
  if (hasStopped) return afterStop.has(name.split("/")[0]!);
  // The process was killed after it copied a candidate and before it recorded it.
  return name === join(runFiles.candidates, `${candidates.size + 1}.csv`);
}
