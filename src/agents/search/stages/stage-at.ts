import type { Budget, Stage } from "../parts.ts";
import type { StageRule } from "./stage-rule.ts";

/** What the choice of a stage depends on besides the budget. */
export interface StageOptions {
  readonly rules: readonly StageRule[];
  /** The size of the public data. */
  readonly dataBytes: number;
  /** For stages without limits of their own. */
  readonly debugSeconds: number;
  readonly runSeconds: number;
}

const gigabyte = 1e9;

/** The stage that holds when so much of the budget is used. */
export function stageAt({ used }: Pick<Budget, "used">, options: StageOptions): Stage {
  const { rules, dataBytes, debugSeconds, runSeconds } = options;
  const dataGb = dataBytes / gigabyte;
  const rule = rules.find((each) => isWithin(used, each) && isAbove(dataGb, each.above_gb)) ?? rules.at(-1)!;
  const { name, sample_fraction, sample_gb = Number.POSITIVE_INFINITY, operators, hint } = rule;
  return {
    name,
    sampleFraction: Math.min(sample_fraction, dataGb === 0 ? 1 : sample_gb / dataGb),
    debugSeconds: rule.debug_seconds ?? debugSeconds,
    runSeconds: rule.run_seconds ?? runSeconds,
    operators,
    hint,
  };
}

/** A stage that goes to the end still holds when the whole budget is used. */
function isWithin(used: number, { from, until }: StageRule): boolean {
  return from <= used && (used < until || until === 1);
}

function isAbove(dataGb: number, leastGb: number): boolean {
  return leastGb === 0 || dataGb > leastGb;
}
