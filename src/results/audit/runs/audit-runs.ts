import { BenchError } from "../../../lib/errors.ts";
import { groupBy } from "../../../lib/group-by.ts";
import type { Environment } from "../../../models/environment.ts";
import { type AuditFinding, bySeverity } from "../finding.ts";
import { type AuditedRun, type GivenData, readAuditedRuns, readGivenData } from "./audited-run.ts";
import { checkEvents } from "./check-events.ts";
import { checkAgainstBest, checkAgainstHistory, checkSteps } from "./check-scores.ts";
import { checkSubmissions } from "./check-submissions.ts";
import { checkTexts } from "./check-texts.ts";
import type { RunsAudit } from "./runs-audit.ts";
import { knownSecrets } from "./secrets.ts";

export interface AuditRunsOptions {
  /** Values of its variables for keys are secrets. */
  readonly environment: Environment;
  readonly onRun?: (done: number, total: number) => void;
}

/**
 * Looks at the runs of groups for reasons to doubt their results. Findings about several runs appear in the audit of every
 * group that has one of them.
 */
export async function auditRuns(groups: readonly string[], options: AuditRunsOptions): Promise<RunsAudit[]> {
  const runs = groups.flatMap(readAuditedRuns);
  const givenTo = remember(readGivenData);
  const identical = await checkSubmissions(runs, givenTo);
  const history = groupBy(checkAgainstHistory(runs), ({ run }) => run.group);
  const audits: RunsAudit[] = [];
  let done = 0;
  for (const group of groups) {
    const own = runs.filter((run) => run.group === group);
    const parts: RunPart[] = [];
    for (const run of own) {
      parts.push(await auditRun(run, givenTo(run), options.environment));
      options.onRun?.(++done, runs.length);
    }
    const sum = (of: (part: RunPart) => number): number => parts.reduce((total, part) => total + of(part), 0);
    audits.push({
      group,
      findings: bySeverity([
        ...identical.flatMap(({ finding, groups: concerned }) => (concerned.has(group) ? [finding] : [])),
        ...(history.get(group) ?? []).map(({ finding }) => finding),
        ...parts.flatMap(({ findings }) => findings),
      ]),
      examined: { runs: own.length, files: sum(({ files }) => files), bytes: sum(({ bytes }) => bytes) },
      notes: parts.flatMap(({ notes }) => notes),
    });
  }
  return audits;
}

interface RunPart {
  readonly findings: readonly AuditFinding[];
  readonly files: number;
  readonly bytes: number;
  readonly notes: readonly string[];
}

async function auditRun(run: AuditedRun, given: GivenData, environment: Environment): Promise<RunPart> {
  const notes: string[] = [];
  const texts = await checkTexts(run, given, knownSecrets(environment));
  const ofEvents = (): AuditFinding[] => {
    try {
      return checkEvents(run);
    } catch (error) {
      // A journal that was changed is for `verify`; the other checks still count.
      if (!(error instanceof BenchError)) throw error;
      notes.push(`${run.name}: ${error.message}`);
      return [];
    }
  };
  const findings = [...checkAgainstBest(run), ...checkSteps(run), ...texts.findings, ...ofEvents()];
  return { findings, files: texts.files, bytes: texts.bytes, notes };
}

/** What was given in one competition, from one data folder, is read once. */
function remember(readData: (run: AuditedRun) => GivenData): (run: AuditedRun) => GivenData {
  const known = new Map<string, GivenData>();
  return (run) => {
    const key = JSON.stringify([run.plan.dataDirectory, run.competitionId, run.plan.edition]);
    const data = known.get(key) ?? readData(run);
    known.set(key, data);
    return data;
  };
}
