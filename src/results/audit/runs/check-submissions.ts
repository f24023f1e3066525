import { existsSync } from "node:fs";
import { join } from "node:path";
import { publicSample } from "../../../facts/public-sample.ts";
import { groupBy } from "../../../lib/group-by.ts";
import { runFiles } from "../../../runs/record/run-folder.ts";
import { knownFacts } from "../../known-standing.ts";
import type { AuditFinding } from "../finding.ts";
import type { AuditedRun, GivenData } from "./audited-run.ts";
import { type Fingerprint, fingerprint, mostValues } from "./fingerprint.ts";

/** A finding about runs of one or several groups. */
export interface SharedFinding {
  readonly finding: AuditFinding;
  readonly groups: ReadonlySet<string>;
}

interface Submitted {
  readonly run: AuditedRun;
  readonly print: Fingerprint;
}

/** Fewer rows agree by chance. */
const fewestRows = 20;
const mostNamed = 4;

/** Submissions with the same predictions, which independent work does not produce. Samples and constants are left out. */
export async function checkSubmissions(
  runs: readonly AuditedRun[],
  givenTo: (run: AuditedRun) => GivenData,
): Promise<SharedFinding[]> {
  const submitted: Submitted[] = [];
  const samples = new Map<string, string>();
  for (const run of runs) {
    const path = join(run.folder, runFiles.submission);
    if (run.grade?.report.valid_submission !== true || !existsSync(path)) continue;
    const sample = sampleOf(run, givenTo(run));
    if (sample !== null && !samples.has(sample)) samples.set(sample, keyOf(run, await fingerprint(sample)));
    submitted.push({ run, print: await fingerprint(path) });
  }
  const isSample = new Set(samples.values());
  const telling = submitted.filter(
    ({ run, print }) => print.count >= fewestRows && print.values > 1 && !isSample.has(keyOf(run, print)),
  );
  const alike = groupBy(telling, ({ run, print }) => keyOf(run, print));
  return [...alike.values()].flatMap((same) => (same.length < 2 ? [] : describe(same)));
}

/** The sample that everyone was given; null where it is packed, or not here. */
function sampleOf({ competitionId }: AuditedRun, { folder }: GivenData): string | null {
  const facts = knownFacts(competitionId);
  const path = facts === null || folder === null ? "" : join(folder, publicSample(facts));
  return path.endsWith(".csv") && existsSync(path) ? path : null;
}

function keyOf({ competitionId }: AuditedRun, { rows }: Fingerprint): string {
  return JSON.stringify([competitionId, rows]);
}

/** The same agent with the same seed repeats itself, as it should. */
function describe(same: readonly Submitted[]): SharedFinding[] {
  const agents = new Set(same.map(({ run }) => run.plan.agent.label));
  const seeds = new Set(same.map(({ run }) => run.seed));
  if (agents.size === 1 && seeds.size === 1) return [];
  const [{ print }] = same as [Submitted];
  const isByte = same.every((each) => each.print.sha256 === print.sha256);
  const names = same.map(({ run }) => run.name);
  const shown = names.slice(0, mostNamed).join(", ");
  const finding: AuditFinding = {
    check: "identical-submissions",
    severity: agents.size === 1 ? "low" : print.values >= mostValues ? "high" : "medium",
    what:
      agents.size === 1
        ? "Runs with different seeds submitted the same predictions, so they are not independent."
        : `${agents.size} agents submitted the same predictions.`,
    where: names.length > mostNamed ? `${shown} and ${names.length - mostNamed} more` : shown,
    evidence: `${print.count} rows ${isByte ? "in files that are equal to the byte" : "that are equal up to their order"} (sha256 ${print.sha256.slice(0, 12)}).`,
    howToCheck:
      agents.size === 1
        ? "If the agent ignores its seed, report one seed: the standard error over copies means nothing."
        : "Compare the programs. Different agents only agree in every row if they share code, a model or the answers.",
  };
  return [{ finding, groups: new Set(same.map(({ run }) => run.group)) }];
}
