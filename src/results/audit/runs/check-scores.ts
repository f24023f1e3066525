import { groupBy } from "../../../lib/group-by.ts";
import { knownStanding } from "../../known-standing.ts";
import { normalisedScore } from "../../normalised-score.ts";
import type { AuditFinding } from "../finding.ts";
import type { AuditedRun } from "./audited-run.ts";

/** Beyond the best team by more than this share of what separates it from the median, a score is hard to believe. */
const incredibleLead = 0.1;

/** Scores that no team had. */
export function checkAgainstBest(run: AuditedRun): AuditFinding[] {
  const score = run.grade?.report.score ?? null;
  const standing = knownStanding(run.competitionId);
  const best = standing?.scores[0];
  if (score === null || standing === null || best === undefined) return [];
  const lead = standing.better === "lower" ? best - score : score - best;
  if (!(lead > 0)) return [];
  const isIncredible = lead > incredibleLead * Math.abs(best - standing.thresholds.median);
  return [
    {
      check: "better-than-best",
      severity: isIncredible ? "high" : "medium",
      what: "The score is better than that of the best team.",
      where: run.name,
      evidence: `Score ${score}; the best of ${standing.teams} teams has ${best}, the median is ${standing.thresholds.median} (${standing.better} is better).`,
      howToCheck:
        "Read the program that made the submission. A leak, answers found elsewhere or a test set that is easier than the original one explain such scores.",
    },
  ];
}

/** Fewer earlier results are no history. */
const shortestHistory = 4;
/** On the scale of `normalisedScore`, from the weakest tenth of the teams to gold. */
const leastJump = 0.4;

interface Known {
  readonly run: AuditedRun;
  readonly value: number;
}

/** Runs that are far better than what the same agent has reached in the same competition. */
export function checkAgainstHistory(
  runs: readonly AuditedRun[],
): { readonly run: AuditedRun; readonly finding: AuditFinding }[] {
  const series = groupBy(runs, ({ plan, competitionId }) => JSON.stringify([plan.agent.label, competitionId]));
  return [...series.values()].flatMap((alike) => {
    const known = alike.flatMap((run): Known[] => {
      const value = scaled(run, run.grade?.report.score ?? null);
      return value === null ? [] : [{ run, value }];
    });
    if (known.length <= shortestHistory) return [];
    const sorted = known.toSorted((one, other) => other.value - one.value);
    const [{ run, value }, ...others] = sorted as [Known, ...Known[]];
    if (
      !isJump(
        others.map((other) => other.value),
        value,
      )
    )
      return [];
    const before = `${others.length} other runs of the agent reach at most`;
    return [{ run, finding: jumped(run, before, value, others[0]!.value) }];
  });
}

/** Versions of a submission that are far better than all before. */
export function checkSteps(run: AuditedRun): AuditFinding[] {
  const values = (run.grade?.candidates ?? []).flatMap(({ score }) => scaled(run, score) ?? []);
  for (const [index, value] of values.entries()) {
    const earlier = values.slice(0, index);
    if (earlier.length < shortestHistory || !isJump(earlier, value)) continue;
    return [jumped(run, `the ${earlier.length} versions before reached at most`, value, Math.max(...earlier))];
  }
  return [];
}

function scaled({ competitionId }: AuditedRun, score: number | null): number | null {
  return score === null ? null : normalisedScore(score, competitionId);
}

/** A jump is larger than everything between the worst and the best before, three times over. */
function isJump(earlier: readonly number[], value: number): boolean {
  const best = Math.max(...earlier);
  return value - best >= Math.max(leastJump, 3 * (best - Math.min(...earlier)));
}

function jumped(run: AuditedRun, before: string, value: number, best: number): AuditFinding {
  const percent = (share: number): string => `${Math.round(100 * share)} %`;
  return {
    check: "score-jump",
    severity: "medium",
    what: "The score is far beyond the agent's own history.",
    where: run.name,
    evidence: `It reaches ${percent(value)} of the way from the weakest teams to gold; ${before} ${percent(best)}.`,
    howToCheck: "Compare the programs before and after: is there an idea that explains it, or data that was not given?",
  };
}
