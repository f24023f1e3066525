import { Command } from "@commander-js/extra-typings";
import {
  examples,
  json,
  modelSetting,
  type OptionsOf,
  positiveInteger,
  positiveNumber,
  runDirectory,
} from "../options.ts";

export const auditRules = new Command("rules")
  .description("Have a model read logs and code of a run group and say where the benchmark's rules were broken")
  .argument("<group>", "A run group: name, folder, an agent's label (its newest group), or `latest`")
  .requiredOption("--model <name>", "The model that reads, as provider/model")
  .addOption(modelSetting())
  .option("--prices <file>", "Prices of models in YAML or JSON, in US dollars per million tokens")
  .option("--max-cost <dollars>", "What the calls of this audit may cost, earlier ones included", positiveNumber)
  .option("--max-calls <n>", "How many calls this audit may make, earlier ones included", positiveInteger)
  .option("--dry-run", "Only show how much there is to read, and what that is likely to cost")
  .addOption(runDirectory())
  .addOption(json())
  .addHelpText(
    "after",
    `\nEvery finding carries a quote that was found in its file; claims without one are dropped and counted. Secrets are blanked out before anything
is sent. Findings are written beside the group, to GROUP.audit-rules.json; the calls are recorded in GROUP.audit-rules/, where the same
command finds the answers that it has already paid for.\n${examples(
      "audit rules latest --model openai/gpt-5-mini --dry-run",
      "audit rules my-group --model anthropic/claude-sonnet-4-5 --max-cost 5",
      "audit rules my-group --model openai/gpt-5-mini --json",
    )}`,
  );

export type AuditRulesOptions = OptionsOf<typeof auditRules>;
