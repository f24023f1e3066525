import { Argument, Command } from "@commander-js/extra-typings";
import { examples, json, type OptionsOf } from "../options.ts";

export const completion = new Command("completion")
  .description(
    "Print a script that makes a shell complete commands, options, competitions, splits, agents and run groups",
  )
  .addArgument(new Argument("<shell>", "The shell").choices(["bash", "zsh", "fish"]))
  .argument("[words...]", "After `--`: what was typed so far; prints what the last word could become")
  .addOption(json())
  .addHelpText("after", examples("completion bash", "completion bash -- run --split d"));

export type CompletionOptions = OptionsOf<typeof completion>;
