/** How much a finding matters, the gravest first: `high` ones decide results, `low` ones are worth knowing. */
export const severities = ["high", "medium", "low"] as const;

export type Severity = (typeof severities)[number];

/** Something that an audit found. All audits report in this shape; a person decides what it means. */
export interface AuditFinding {
  /** The check that found it, such as `predictive-column`. */
  readonly check: string;
  readonly severity: Severity;
  /** What is suspicious, in one sentence. */
  readonly what: string;
  /** The file, column, run or line. */
  readonly where: string;
  /** What was measured, or a quote. */
  readonly evidence: string;
  /** What to do to confirm or dismiss it. */
  readonly howToCheck: string;
}

/** Gravest first; findings of the same severity keep their order. */
export function bySeverity(findings: readonly AuditFinding[]): AuditFinding[] {
  return [...findings].sort((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity));
}
