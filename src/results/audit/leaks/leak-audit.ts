import type { AuditFinding } from "../finding.ts";

/** How much was looked at. */
export interface Examined {
  /** Rows of the answers. */
  readonly answers: number;
  readonly tables: number;
  readonly files: number;
  readonly images: number;
  /** Comparisons of a column, or of something like one, with the answers. */
  readonly tests: number;
}

/** The look at one competition's prepared data. */
export interface LeakAudit {
  readonly competitionId: string;
  readonly findings: readonly AuditFinding[];
  /** Null if the competition could not be looked at. */
  readonly examined: Examined | null;
  /** What was left out or could not be read, one sentence each. */
  readonly notes: readonly string[];
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly seconds: number;
}
