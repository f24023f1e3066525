import { Command } from "@commander-js/extra-typings";
import { examples, type OptionsOf, positiveInteger } from "../options.ts";
import { withRunOptions } from "../run/with-run-options.ts";

/** Options of `run` that Kapso has in another form, or that its agent has no use for. */
const replaced = [
  "agent",
  "agentId",
  "agentDir",
  "answers",
  "env",
  "passEnv",
  "competitionId",
  "lite",
  "list",
  "competitionSet",
  "nSeeds",
  "epochs",
  "nWorkers",
  "taskParameter",
] as const;

const own = new Command("kapso")
  .description("Run the agent `kapso` with the options of Kapso's own command, and those of `mlebench run`")
  .optionsGroup("Kapso:")
  .option("-c, --competition <ids...>", "These competitions")
  .option("-i, --iterations <n>", "Most steps of the search (default: 20)", positiveInteger)
  .option("-m, --mode <kapso-mode>", "The values of its settings (default: MLE_CONFIGS)")
  .option("-d, --coding-agent <coder>", "What writes the programs, see --list-agents (default: single)")
  .option("--no-kg", "Do without knowledge cards")
  .option("--list", "List the competitions, and run nothing")
  .option("--lite", "List those of the low-complexity split, and run nothing")
  .option("--list-agents", "List what can write programs, and run nothing")
  .addHelpText(
    "after",
    `\nMLE_SEED is the seed unless --seed or --seeds is given; CUDA_DEVICE names the graphics cards to use.\n${examples(
      "kapso -c spaceship-titanic -i 20 -m MLE_CONFIGS -d claude-code --model anthropic/claude-sonnet-4-5",
      "kapso -c demo-repair-minutes -m MINIMAL --no-kg --model openai/gpt-5-mini --seed 7 --dry-run",
      "kapso --list-agents",
    )}`,
  );

export const kapso = withRunOptions(own, replaced);

export type KapsoOptions = OptionsOf<typeof kapso>;
