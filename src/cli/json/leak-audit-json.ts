import type { LeakAudit } from "../../results/audit/leaks/leak-audit.ts";
import { findingJson } from "./finding-json.ts";

export function leakAuditJson({ competitionId, findings, examined, notes, error, seconds }: LeakAudit) {
  return {
    competition_id: competitionId,
    findings: findings.map(findingJson),
    examined,
    notes,
    error,
    seconds,
  };
}
