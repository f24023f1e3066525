import { z } from "zod";
import { coder } from "./coders/index.ts";
import { coderSettings } from "./coders/settings.ts";
import { evaluatorNames } from "./evaluators/index.ts";
import { knowledgeSettings } from "./knowledge/settings.ts";
import { type PolicyName, policyNames, policySettings } from "./policies/index.ts";
import { stageRules } from "./stages/stage-rule.ts";
import { singleStage } from "./stages/stages.ts";

const seconds = z.number().positive();

/** Those of the core. The parts have their own beside them. */
const coreSettings = {
  policy: z
    .enum(policyNames as [PolicyName, ...PolicyName[]])
    .default("greedy-tree")
    .describe("what decides what to try next"),
  coder: z
    .string()
    .refine(isCoder, { error: ({ input }) => whyNoCoder(String(input)) })
    .default("single")
    .describe("what writes the programs: `single`, `react`, or a coding agent that is installed"),
  evaluator: z
    .enum(evaluatorNames)
    .default("ladder")
    .describe("what scores the experiments; `ladder` takes the first of the others that gives a score"),
  steps: z.int().positive().default(20).describe("most steps; in each one, as many experiments as the policy wants"),
  parallel: z
    .int()
    .min(1)
    .max(64)
    .default(1)
    .describe("how many experiments run at once; they share the processors, and divide the graphics cards"),
  code_debug_tries: z
    .int()
    .nonnegative()
    .default(2)
    .describe("how often a program that fails is repaired within its experiment"),
  program: z
    .string()
    .regex(
      /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*\.(?:py|[cm]?js)$/,
      "expected a relative path to a .py, .js, .mjs or .cjs file",
    )
    .default("main.py")
    .describe("the entry point of programs; its ending decides between Python and Node.js"),
  debug_seconds: seconds
    .default(600)
    .describe("how long a run with --debug may take; what takes longer is not repaired"),
  run_seconds: seconds.default(7200).describe("how long a full run may take, and a run on a rehearsal"),
  coder_seconds: seconds.default(1800).describe("how long the coder may work on one version of a program"),
  memory_tokens: z
    .int()
    .positive()
    .default(12_000)
    .describe("about how many tokens of a prompt may go to earlier experiments"),
  report_summary: z
    .boolean()
    .default(false)
    .describe("whether a model (role `utility`) sums up the search at its end, for the report"),
  fetch_huggingface_models: z
    .boolean()
    .default(false)
    .describe(
      "with --network open, whether a model (role `utility`) proposes pretrained models, which the harness looks up at the Hugging Face hub",
    ),
  stages: stageRules
    .default([...singleStage])
    .describe(
      "parts of the budget with rules of their own, the first that holds counts; best given in a settings file",
    ),
};

/** The settings of a search agent. Presets take parts of it, with values of their own. */
export const searchSettings = z.strictObject({
  ...coreSettings,
  ...knowledgeSettings,
  ...policySettings,
  ...coderSettings,
});

export type SearchSettings = z.output<typeof searchSettings>;

function isCoder(name: string): boolean {
  return whyNoCoder(name) === "";
}

function whyNoCoder(name: string): string {
  try {
    coder(name);
    return "";
  } catch (error) {
    return (error as Error).message;
  }
}
