import { z } from "zod";
import { reasoningEfforts as efforts } from "../contracts/model.ts";
import { didYouMean } from "../lib/did-you-mean.ts";
import { UsageError } from "../lib/errors.ts";

/** How a model is asked. What is absent is left to the provider. */
const modelSettingsSchema = z.strictObject({
  temperature: z.number("expected a number from 0 to 2").min(0).max(2).exactOptional(),
  /** How much it thinks before it answers. Providers refuse what a model does not have. */
  reasoningEffort: z.enum(efforts, `expected one of ${efforts.join(", ")}`).exactOptional(),
  /** The most tokens of one answer, reasoning included. */
  maxOutputTokens: z.int("expected a whole number").positive().exactOptional(),
  /** Asks for repeatable answers, where the provider can. */
  seed: z.int("expected a whole number").nonnegative().exactOptional(),
  /** Where the provider is, instead of where its variable says or its usual address. */
  baseUrl: z.url({ protocol: /^https?$/, error: "expected an address that begins with http" }).exactOptional(),
});

export type ModelSettings = z.infer<typeof modelSettingsSchema>;

/** @throws UsageError with every problem: which setting, what was found, what is expected. */
export function checkModelSettings(given: Readonly<Record<string, unknown>>): ModelSettings {
  const { success, data, error } = modelSettingsSchema.safeParse(given);
  if (success) return data;
  const names = Object.keys(modelSettingsSchema.shape);
  const problems = error.issues.flatMap((issue) => {
    if (issue.code !== "unrecognized_keys") {
      const name = String(issue.path[0]);
      return [`The model setting \`${name}\`: ${issue.message}, found ${JSON.stringify(given[name])}.`];
    }
    return issue.keys.map((key) => `There is no model setting \`${key}\`.${didYouMean(key, names)}`);
  });
  throw new UsageError([...problems, `Model settings are ${names.join(", ")}.`].join("\n"));
}
