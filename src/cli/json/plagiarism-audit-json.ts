import type { PlagiarismAudit, SimilarPair, SimilarPlace } from "../../results/audit/plagiarism/plagiarism-audit.ts";
import { findingJson } from "./finding-json.ts";

/** What is written beside the group. */
export function plagiarismAuditJson({ group, findings, pairs, examined, notes }: PlagiarismAudit) {
  return { group, findings: findings.map(findingJson), pairs: pairs.map(pairJson), examined, notes };
}

function pairJson({ competitionId, kind, similarity, longest, program, other }: SimilarPair) {
  return {
    competition_id: competitionId,
    kind,
    similarity,
    longest_tokens: longest,
    program: placeJson(program),
    other: placeJson(other),
  };
}

function placeJson({ name, file, share, firstLine, lastLine, text }: SimilarPlace) {
  return { name, file, share, first_line: firstLine, last_line: lastLine, text };
}
