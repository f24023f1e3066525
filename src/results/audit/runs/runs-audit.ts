import type { AuditFinding } from "../finding.ts";

/** How much was looked at. */
export interface ExaminedRuns {
  readonly runs: number;
  readonly files: number;
  readonly bytes: number;
}

/** The look at the runs of one group. */
export interface RunsAudit {
  /** The group's folder. */
  readonly group: string;
  /** The gravest first. */
  readonly findings: readonly AuditFinding[];
  readonly examined: ExaminedRuns;
  /** What was left out or could not be read, one sentence each. */
  readonly notes: readonly string[];
}
