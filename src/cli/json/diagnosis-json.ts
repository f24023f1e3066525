import type { Finding } from "../../runs/diagnose.ts";

/** What `doctor` found. */
export function diagnosisJson(findings: readonly Finding[]) {
  return {
    ok: findings.every(({ status }) => status !== "problem"),
    findings: findings.map(({ check, status, competitionId, message, link }) => ({
      check,
      status,
      competition_id: competitionId ?? null,
      message,
      link: link ?? null,
    })),
  };
}
