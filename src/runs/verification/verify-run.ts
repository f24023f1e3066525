import { existsSync, lstatSync, readFileSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { UsageError } from "../../lib/errors.ts";
import { sha256 } from "../../lib/hashing.ts";
import { readAddedSeeds, withSeeds } from "../record/added-seeds.ts";
import { plannedRuns, readPlan } from "../record/group-plan.ts";
import type { GroupEvent, RunEnd, RunEvent } from "../record/run-events.ts";
import { groupFiles, runFiles } from "../record/run-folder.ts";
import { addRunEvent, noProgress, type RunStage } from "../state/run-progress.ts";
import { expectedFiles, lastOfAttempt } from "./expected-files.ts";
import { isTemporary } from "./is-temporary.ts";
import { listFiles } from "./list-files.ts";
import { readFileList } from "./read-file-list.ts";
import { Findings, short, type Verification } from "./verification.ts";
import { verifyAttempts } from "./verify-attempts.ts";
import { verifyFiles } from "./verify-files.ts";
import { type VerifiedJournal, verifyJournal } from "./verify-journal.ts";
import { verifyLedgers } from "./verify-ledgers.ts";
import { originOf, type RunOrigin, verifyOrigin } from "./verify-origin.ts";

/** What the group's journal says about a run: its attempts, its ends, each with the head of the run's journal, and whether it started again. */
export interface RecordedRun {
  readonly attempts: ReadonlySet<number>;
  readonly ends: readonly { readonly end: RunEnd; readonly head: string }[];
  readonly startedSince: boolean;
}

export const neverStarted: RecordedRun = { attempts: new Set(), ends: [], startedSince: false };

/** Every run in a group's journal. */
export function recordedRuns(lines: readonly GroupEvent[]): Map<string, RecordedRun> {
  const runs = new Map<string, RecordedRun>();
  for (const line of lines) {
    if (line.type !== "run-started" && line.type !== "run-resumed" && line.type !== "run-ended") continue;
    const { attempts, ends } = runs.get(line.run) ?? neverStarted;
    const started = line.type === "run-started" ? new Set([...attempts, line.attempt]) : attempts;
    const ended = line.type === "run-ended" ? [...ends, { end: line.end, head: line.head }] : ends;
    runs.set(line.run, { attempts: started, ends: ended, startedSince: line.type !== "run-ended" });
  }
  return runs;
}

const withoutGroup =
  "Not checked for a single run: whether its record and the group's journal were both rewritten. Verify its group with --head.";

/**
 * Checks one run against its journal, and that journal against the group's if the folder is in a group.
 *
 * @throws UsageError when the folder is not that of a run.
 */
export async function verifyRun(folder: string): Promise<Verification> {
  const place = resolve(folder);
  const group = dirname(place);
  const journal = join(group, groupFiles.events);
  const isInGroup = existsSync(join(group, groupFiles.plan)) && existsSync(journal);
  if (!isInGroup && !existsSync(join(place, runFiles.events)) && !existsSync(join(place, runFiles.record))) {
    throw new UsageError(`${folder} is not a run: it has neither ${runFiles.events} nor ${runFiles.record}.`);
  }
  const findings = new Findings();
  const mayBeTorn = !isInGroup || existsSync(join(group, groupFiles.lock));
  const known = isInGroup
    ? verifyJournal<GroupEvent>(journal, `../${groupFiles.events}`, mayBeTorn, findings).lines
    : [];
  const recorded = recordedRuns(known).get(basename(place)) ?? neverStarted;
  const origin = isInGroup ? plannedOrigin(group, basename(place), recorded) : null;
  const { head, stage } = await verifyRunFolder(place, { recorded, origin, mayBeTorn }, findings);
  const { problems, notes, files, bytes } = findings;
  const counts = { runs: 1, unfinished: stage === "ended" ? 0 : 1, files, bytes };
  return { folder, kind: "run", head, problems, notes, unchecked: withoutGroup, ...counts };
}

/** Null when the plan cannot be read or does not contain the run. */
function plannedOrigin(group: string, id: string, { attempts }: RecordedRun): RunOrigin | null {
  try {
    const plan = withSeeds(readPlan(group), readAddedSeeds(group));
    const run = plannedRuns(plan).find((each) => each.id === id);
    return run === undefined ? null : originOf(group, plan, run, attempts);
  } catch {
    return null;
  }
}

/** What is known about a run from outside its folder. */
export interface RunContext {
  readonly recorded: RecordedRun;
  /** Null when its place in a group is unknown. */
  readonly origin: RunOrigin | null;
  /** Whether a killed process may have left a torn line. */
  readonly mayBeTorn: boolean;
}

/** Checks everything in a run folder. Returns the head of its journal and how far the run is. */
export async function verifyRunFolder(
  folder: string,
  { recorded, origin, mayBeTorn }: RunContext,
  findings: Findings,
): Promise<{ readonly head: string; readonly stage: RunStage }> {
  const journal = verifyJournal<RunEvent>(join(folder, runFiles.events), runFiles.events, mayBeTorn, findings);
  const progress = noProgress();
  for (const line of journal.lines) addRunEvent(progress, line);
  verifyEnds(journal, progress.stage === "ended" ? progress.end : null, recorded, findings);
  if (origin !== null) verifyOrigin(folder, journal.lines, origin, findings);
  if (!existsSync(folder)) return { head: journal.head, stage: progress.stage };
  const evidence = [runFiles.files, runFiles.grade].filter((name) => existsSync(join(folder, name)));
  if (!journal.exists && evidence.length > 0) {
    findings.problem(runFiles.events, `Expected the run's journal beside ${evidence.join(" and ")}, found none.`);
  }

  const expected = expectedFiles(journal.lines, folder);
  for (const each of await verifyAttempts(folder, journal.lines, findings)) expected.push(each);
  const sealed = lastOfAttempt(journal.lines, "sealed");
  if (sealed !== null) {
    const listed = readFileList(folder);
    for (const each of listed) expected.push(each);
    const skipped = origin?.retain === false ? unlisted : new Set([...unlisted, runFiles.workspace]);
    await verifyNothingElse(folder, skipped, new Set(listed.map(({ file }) => file)), findings);
    verifyLink(folder, sealed.submission?.sha256 ?? null, findings);
  }
  await verifyFiles(folder, expected, findings);
  verifyLedgers(folder, mayBeTorn, findings);
  if (progress.stage !== "ended" && journal.exists) {
    findings.note(runFiles.events, `The run has no end yet: ${unfinished[progress.stage]}.`);
  }
  return { head: journal.head, stage: progress.stage };
}

const unfinished: Readonly<Record<Exclude<RunStage, "ended">, string>> = {
  planned: "nothing was recorded",
  open: "an attempt has started",
  interrupted: "an attempt was interrupted",
  sealed: "it is sealed and not graded yet",
  graded: "it is graded and about to end",
};

function verifyEnds(
  journal: VerifiedJournal<RunEvent>,
  end: RunEnd | null,
  recorded: RecordedRun,
  findings: Findings,
): void {
  if (recorded.ends.length === 0) return;
  const last = recorded.ends.at(-1)!;
  const hashes = new Set(journal.hashes());
  const isLost = recorded.ends.some(({ head }) => !hashes.has(head));
  const isOver = !recorded.startedSince;
  if (isLost || (isOver && last.head !== journal.head)) {
    const { head } = recorded.ends.find((each) => !hashes.has(each.head)) ?? last;
    const found =
      journal.lines.length === 0 ? "no lines" : `${journal.lines.length} lines up to ${short(journal.head)}`;
    findings.problem(
      runFiles.events,
      `Expected lines up to ${short(head)} (from the group's journal), found ${found}: lines were changed, added or removed.`,
    );
  } else if (isOver && last.end !== end) {
    findings.problem(
      runFiles.events,
      `Expected the end \`${last.end}\` (from the group's journal), found \`${end ?? "none"}\`.`,
    );
  }
}

/** Files beside those of the list, which are checked otherwise, and requests to stop. */
const unlisted: ReadonlySet<string> = new Set<string>([
  runFiles.record,
  runFiles.events,
  runFiles.files,
  runFiles.grade,
  runFiles.attempts,
  runFiles.stop,
]);

async function verifyNothingElse(
  folder: string,
  skipped: ReadonlySet<string>,
  listed: ReadonlySet<string>,
  findings: Findings,
): Promise<void> {
  for (const { path, isExact } of await listFiles(folder, skipped)) {
    if (isExact && (listed.has(path) || path === runFiles.linked || isTemporary(path))) continue;
    findings.problem(path, `Expected only files that are listed in ${runFiles.files}, found another one.`);
  }
}

/** Upstream's tools grade `submission/submission.csv`: it must be the sealed submission. */
function verifyLink(folder: string, submission: string | null, findings: Findings): void {
  const link = join(folder, runFiles.linked);
  const stats = lstatSync(link, { throwIfNoEntry: false });
  if (stats === undefined) return;
  if (stats.isSymbolicLink() && existsSync(link)) {
    if (realpathSync(link) === join(realpathSync(folder), runFiles.submission)) return;
  }
  if (stats.isFile() && sha256(readFileSync(link)) === submission) return;
  findings.problem(
    runFiles.linked,
    `Expected a link to ${runFiles.submission}, found ${stats.isSymbolicLink() ? "a link to another file" : "another file"}.`,
  );
}
