import { existsSync, readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { UsageError } from "../../lib/errors.ts";
import { inParallel } from "../../lib/in-parallel.ts";
import { plannedRuns, readPlan } from "../record/group-plan.ts";
import type { JournalLine } from "../record/journal.ts";
import type { GroupEvent } from "../record/run-events.ts";
import { groupFiles, runFiles } from "../record/run-folder.ts";
import { Findings, short, type Verification } from "./verification.ts";
import { type Expectation, verifyFiles } from "./verify-files.ts";
import { verifyJournal } from "./verify-journal.ts";
import { recordedEnds, verifyRunFolder } from "./verify-run.ts";

export interface VerifyGroupOptions {
  /** A head that was noted down earlier: the journal must still end with it. */
  readonly head?: string;
}

/**
 * Checks that a group is as its host left it: every chain, the plan, what was sealed and graded, the summaries, and that
 * nothing was added or cut off. The journal's last line is vouched for by nobody but a head that was noted elsewhere.
 *
 * @throws UsageError when the folder is no group's.
 */
export async function verifyGroup(folder: string, options: VerifyGroupOptions = {}): Promise<Verification> {
  if (![groupFiles.plan, groupFiles.events].some((name) => existsSync(join(folder, name)))) {
    throw new UsageError(`${folder} is no run group: it holds neither ${groupFiles.plan} nor ${groupFiles.events}.`);
  }
  const findings = new Findings();
  const mayBeTorn = existsSync(join(folder, groupFiles.lock));
  const path = join(folder, groupFiles.events);
  const journal = verifyJournal<GroupEvent>(path, groupFiles.events, mayBeTorn, findings);
  if (options.head !== undefined) verifyHead(options.head, journal.head, journal.hashes(), findings);
  await verifyFiles(folder, expectationsOf(journal.lines, findings), findings);

  const ids = listRuns(folder, journal.lines, findings);
  const recorded = recordedEnds(journal.lines);
  let unfinished = 0;
  const checks = await inParallel(ids, Math.min(4, availableParallelism()), async (id) => {
    const found = new Findings();
    const { stage } = await verifyRunFolder(join(folder, id), recorded.get(id) ?? null, mayBeTorn, found);
    if (stage !== "ended") unfinished += 1;
    return { id, found };
  });
  for (const { id, found } of checks) findings.add(found, id);
  const { problems, notes, files, bytes } = findings;
  return { folder, kind: "group", head: journal.head, problems, notes, runs: ids.length, unfinished, files, bytes };
}

function verifyHead(expected: string, found: string, hashes: readonly string[], findings: Findings): void {
  if (expected.toLowerCase() === found) return;
  const place = hashes.indexOf(expected.toLowerCase());
  const since = hashes.length - 1 - place;
  findings.problem(
    groupFiles.events,
    `Expected the head ${short(expected)}, found ${short(found)}: ` +
      (place < 0
        ? "lines were changed or cut off, or it is another group's."
        : `${since} line${since === 1 ? " was" : "s were"} added since, the ones before are as they were.`),
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
  // A host that has started since may have been killed while it wrote new ones.
  const last = lines.findLast(({ type }) => type === "host-started" || type === "host-ended");
  if (last?.type === "host-ended") {
    for (const [file, sha256] of Object.entries(last.files)) {
      expected.push({ file, sha256, by: "the event `host-ended`" });
    }
  }
  return expected;
}

/** The plan's runs; where the plan cannot be read, those that the journal and the folder know. */
function listRuns(folder: string, lines: readonly GroupEvent[], findings: Findings): string[] {
  const journaled = lines.flatMap((line) =>
    line.type === "run-started" || line.type === "run-ended" ? [line.run] : [],
  );
  const present = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .filter((name) => [runFiles.events, runFiles.record].some((file) => existsSync(join(folder, name, file))));
  let planned: string[];
  try {
    planned = plannedRuns(readPlan(folder)).map(({ id }) => id);
  } catch (error) {
    findings.problem(groupFiles.plan, `Expected a plan, found none that can be read: ${(error as Error).message}`);
    return [...new Set([...journaled, ...present])].sort();
  }
  const known = new Set(planned);
  const others = [...new Set([...journaled, ...present])].filter((id) => !known.has(id));
  for (const id of others)
    findings.problem(id, `Expected only runs of ${groupFiles.plan}, found one that is not in it.`);
  return [...planned, ...others];
}
