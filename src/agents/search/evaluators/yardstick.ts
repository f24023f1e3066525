import type { RehearsalCut } from "../../../contracts/agent.ts";
import type { Sandbox } from "../../../contracts/sandbox.ts";
import type { Evaluation, EvaluationWork } from "../parts.ts";

/** What yardsticks need of the run. */
export interface Surroundings {
  readonly sandbox: Pick<Sandbox, "readFile">;
  readonly rehearsals: readonly RehearsalCut[];
}

/** A way to find out what an experiment is worth. */
export interface Yardstick {
  readonly basis: Evaluation["basis"];
  /** What distinguishes scores of this basis that cannot be compared, such as the rehearsal; may be empty. */
  readonly variant: string;
  measure(work: EvaluationWork): Promise<Measurement>;
  /** Measures on other data, for a score that is hard to believe. */
  repeat?(work: EvaluationWork): Promise<Measurement>;
}

export interface Measurement {
  readonly score: number | null;
  /** What was seen, or why there is no score. */
  readonly notes: string;
  /** SHA-256 of the file that was scored. */
  readonly predictions?: string;
}
