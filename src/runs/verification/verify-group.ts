import { existsSync, readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { UsageError } from "../../lib/errors.ts";
import { inParallel } from "../../lib/in-parallel.ts";
import type { JournalLine } from "../../lib/journal/journal.ts";
import { seedsAddedBy, withSeeds } from "../record/added-seeds.ts";
import { type GroupPlan, plannedRuns, readPlan } from "../record/group-plan.ts";
import type { GroupEvent } from "../record/run-events.ts";
import { groupFiles, runFiles } from "../record/run-folder.ts";
import { Findings, short, type Verification } from "./verification.ts";
import { verifyAgent } from "./verify-agent.ts";
import { type Expectation, verifyFiles } from "./verify-files.ts";
import { verifyJournal } from "./verify-journal.ts";
import { originOf } from "./verify-origin.ts";
import { neverStarted, recordedRuns, verifyRunFolder } from "./verify-run.ts";

export interface VerifyGroupOptions {
  /** A head that was kept from an earlier check: the journal must still end with it. */
  readonly head?: string;
}

const withoutHead =
  "Not checked without --head or --signed-by: whether the whole record was rewritten, or lines were removed from the end of the group's journal.";

/**
 * Checks that a group is as its host left it: every chain, the plan, sealed and graded files, the summaries, and that
 * nothing was added or removed. Only a head that was kept elsewhere (`options.head`) vouches for the journal's last line.
 *
 * @throws UsageError when the folder is not that of a group.
 */
export async function verifyGroup(folder: string, options: VerifyGroupOptions = {}): Promise<Verification> {
  if (![groupFiles.plan, groupFiles.events].some((name) => existsSync(join(folder, name)))) {
    throw new UsageError(`${folder} is not a run group: it has neither ${groupFiles.plan} nor ${groupFiles.events}.`);
  }
  const findings = new Findings();
  const mayBeTorn = existsSync(join(folder, groupFiles.lock));
  const path = join(folder, groupFiles.events);
  const journal = verifyJournal<GroupEvent>(path, groupFiles.events, mayBeTorn, findings);
  if (options.head !== undefined) verifyHead(options.head, journal.head, journal.hashes(), findings);
  await verifyFiles(folder, expectationsOf(journal.lines, findings), findings);

  const planned = planOf(folder, findings);
  const plan = planned === null ? null : withSeeds(planned, seedsAddedBy(journal.lines));
  if (plan !== null) await verifyAgent(folder, plan, findings);
  const runs = new Map((plan === null ? [] : plannedRuns(plan)).map((run) => [run.id, run]));
  const ids = listRuns(folder, journal.lines, plan === null ? null : [...runs.keys()], findings);
  const known = recordedRuns(journal.lines);
  let unfinished = 0;
  const checks = await inParallel(ids, Math.min(4, availableParallelism()), async (id) => {
    const found = new Findings();
    const recorded = known.get(id) ?? neverStarted;
    const run = runs.get(id);
    const origin = plan === null || run === undefined ? null : originOf(folder, plan, run, recorded.attempts);
    const { stage } = await verifyRunFolder(join(folder, id), { recorded, origin, mayBeTorn }, found);
    if (stage !== "ended") unfinished += 1;
    return { id, found };
  });
  for (const { id, found } of checks) findings.add(found, id);
  const { problems, notes, files, bytes } = findings;
  const unchecked = options.head === undefined ? withoutHead : null;
  const counts = { runs: ids.length, unfinished, files, bytes };
  return { folder, kind: "group", head: journal.head, problems, notes, unchecked, ...counts };
}

function verifyHead(expected: string, found: string, hashes: readonly string[], findings: Findings): void {
  if (expected.toLowerCase() === found) return;
  const place = hashes.indexOf(expected.toLowerCase());
  const since = hashes.length - 1 - place;
  findings.problem(
    groupFiles.events,
    `Expected the head ${short(expected)}, found ${short(found)}: ` +
      (place < 0
        ? "lines were changed or removed, or the head is that of another group."
        : `${since} line${since === 1 ? " was" : "s were"} added since; those before are unchanged.`),
  );
}

function expectationsOf(lines: readonly JournalLine<GroupEvent>[], findings: Findings): Expectation[] {
  const expected: Expectation[] = [];
  const [first] = lines;
  if (first?.type === "planned") {
    expected.push({ file: groupFiles.plan, sha256: first.plan, by: "the event `planned`" });
  } else {
    const found = first === undefined ? "no line" : `\`${first.type}\``;
    findings.problem(groupFiles.events, `Expected the journal to begin with \`planned\`, found ${found}.`);
  }
  // A host that started later may have been killed while it wrote new ones.
  const last = lines.findLast(({ type }) => type === "host-started" || type === "host-ended");
  if (last?.type === "host-ended") {
    for (const [file, sha256] of Object.entries(last.files)) {
      expected.push({ file, sha256, by: "the event `host-ended`" });
    }
  }
  return expected;
}

function planOf(folder: string, findings: Findings): GroupPlan | null {
  try {
    return readPlan(folder);
  } catch (error) {
    findings.problem(groupFiles.plan, `Expected a plan, found one that cannot be read: ${(error as Error).message}`);
    return null;
  }
}

/** The runs of the plan and any others in the journal and the folder, which are problems unless the plan is unknown. */
function listRuns(
  folder: string,
  lines: readonly GroupEvent[],
  planned: readonly string[] | null,
  findings: Findings,
): string[] {
  const journaled = lines.flatMap((line) =>
    line.type === "run-started" || line.type === "run-ended" ? [line.run] : [],
  );
  const present = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .filter((name) => [runFiles.events, runFiles.record].some((file) => existsSync(join(folder, name, file))));
  if (planned === null) return [...new Set([...journaled, ...present])].sort();
  const known = new Set(planned);
  const others = [...new Set([...journaled, ...present])].filter((id) => !known.has(id));
  for (const id of others) findings.problem(id, `Expected only runs of ${groupFiles.plan}, found another one.`);
  return [...planned, ...others];
}
