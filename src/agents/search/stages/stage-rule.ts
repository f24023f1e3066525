import { z } from "zod";

const operators = z.enum(["draft", "improve", "debug", "tune", "ensemble", "adapt-repository"]);
const share = z.number().min(0).max(1);

/** A stage as settings have it: when it holds, and what it changes. */
const stageRule = z.strictObject({
  name: z.string().min(1),
  /** The shares of the budget between which it holds. */
  from: share.default(0),
  until: share.default(1),
  /** It holds only for more public data than this. */
  above_gb: z.number().nonnegative().default(0),
  /** Programs train on this share of the data, or on so many gigabytes if that is less. */
  sample_fraction: share.gt(0).default(1),
  sample_gb: z.number().positive().exactOptional(),
  debug_seconds: z.number().positive().exactOptional(),
  run_seconds: z.number().positive().exactOptional(),
  operators: z.array(operators).min(1),
  hint: z.string().default(""),
});
export type StageRule = z.output<typeof stageRule>;

/** Stages in order of precedence: the first that holds counts. The last one holds always. */
export const stageRules = z
  .array(stageRule)
  .min(1)
  .refine((rules) => holdsAlways(rules.at(-1)!), "expected the last stage to hold always: from 0 until 1, above_gb 0")
  .refine((rules) => new Set(rules.map(({ name }) => name)).size === rules.length, "expected different names");

function holdsAlways({ from, until, above_gb }: StageRule): boolean {
  return from === 0 && until === 1 && above_gb === 0;
}
