import type { AuditFinding } from "../../results/audit/finding.ts";

export function findingJson({ check, severity, what, where, evidence, howToCheck }: AuditFinding) {
  return { check, severity, what, where, evidence, how_to_check: howToCheck };
}
