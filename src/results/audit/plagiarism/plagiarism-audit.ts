import type { AuditFinding } from "../finding.ts";

/** Where the longest common stretch of two programs is in one of them. Lines count from 1, both included. */
export interface SimilarPlace {
  /** `GROUP/RUN/code/train.py`, or `kernel user/kernel`. */
  readonly name: string;
  readonly file: string;
  readonly firstLine: number;
  readonly lastLine: number;
  /** These lines, as far as they are not too many. */
  readonly text: string;
  /** How much of this program is in the other. */
  readonly share: number;
}

/** Two programs with more in common than chance gives. */
export interface SimilarPair {
  /** The folder of the audited run's group. */
  readonly group: string;
  readonly competitionId: string;
  readonly kind: "kernel" | "agent";
  readonly similarity: number;
  /** The length of the longest common stretch, in tokens. */
  readonly longest: number;
  /** The audited run's program. */
  readonly program: SimilarPlace;
  /** What it resembles. */
  readonly other: SimilarPlace;
}

/** The look at one group. */
export interface PlagiarismAudit {
  readonly group: string;
  /** One for each pair, in the same order: what has most in common first. */
  readonly findings: readonly AuditFinding[];
  readonly pairs: readonly SimilarPair[];
  readonly examined: {
    readonly runs: number;
    readonly programs: number;
    readonly kernels: number;
    readonly pairs: number;
  };
  /** What was left out or could not be read, one sentence each. */
  readonly notes: readonly string[];
}
