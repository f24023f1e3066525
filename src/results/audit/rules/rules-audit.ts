import type { AuditFinding } from "../finding.ts";

/** What a model is to read, and what that is likely to cost. */
export interface RulesEstimate {
  readonly runs: number;
  readonly files: number;
  readonly bytes: number;
  /** Chunks that differ: each takes one call. */
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** In US dollars; null when the price is unknown. */
  readonly cost: number | null;
}

/** A model's look at the logs and programs of one group. */
export interface RulesAudit {
  readonly group: string;
  readonly model: string;
  /** The gravest first. All quotes were found in their files. */
  readonly findings: readonly AuditFinding[];
  readonly estimate: RulesEstimate;
  /** Chunks that were read, and those without an answer that could be used. */
  readonly read: number;
  readonly unanswered: number;
  /** What the model claimed without a quote that is in the named file. */
  readonly dropped: number;
  /** Of all calls in the ledger, those of earlier tries included; the cost is null when a price is unknown. */
  readonly calls: number;
  readonly cost: number | null;
  readonly notes: readonly string[];
}
