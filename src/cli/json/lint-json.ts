import type { LintFinding } from "../../runs/lint/finding.ts";

export function lintJson(competitionId: string, findings: readonly LintFinding[]) {
  const isFine = findings.every(({ status }) => status !== "problem");
  return {
    competition_id: competitionId,
    ok: isFine,
    findings: findings.map(({ check, status, message }) => ({ check, status, message })),
  };
}
