import type { RunsAudit } from "../../results/audit/runs/runs-audit.ts";
import { findingJson } from "./finding-json.ts";

/** What is written beside the group. */
export function runsAuditJson({ group, findings, examined, notes }: RunsAudit) {
  return { group, findings: findings.map(findingJson), examined, notes };
}
