import type { RulesAudit, RulesEstimate } from "../../results/audit/rules/rules-audit.ts";
import { findingJson } from "./finding-json.ts";

export function rulesEstimateJson({ runs, files, bytes, calls, inputTokens, outputTokens, cost }: RulesEstimate) {
  return { runs, files, bytes, calls, input_tokens: inputTokens, output_tokens: outputTokens, cost };
}

/** What is written beside the group. */
export function rulesAuditJson(audit: RulesAudit) {
  const { group, model, findings, estimate, read, unanswered, dropped, calls, cost, notes } = audit;
  return {
    group,
    model,
    findings: findings.map(findingJson),
    estimate: rulesEstimateJson(estimate),
    read,
    unanswered,
    dropped,
    calls,
    cost,
    notes,
  };
}
