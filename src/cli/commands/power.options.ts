import { Command, Option } from "@commander-js/extra-typings";
import { examples, json, type OptionsOf, positiveInteger, resultFormat, runDirectory } from "../options.ts";

export const power = new Command("power")
  .description("Show what difference between two agents a number of seeds can find")
  .addOption(new Option("--split <split>", "The competitions to run").default("all"))
  .addOption(new Option("--seeds <count>", "Seeds of each agent").argParser(positiveInteger).default(3))
  .option("--from <results>", "Results that show how much seeds vary (default: published ones)")
  .addOption(resultFormat())
  .addOption(runDirectory())
  .addOption(json())
  .addHelpText("after", examples("power --split low --seeds 3", "power --split demo --seeds 5 --from my-group"));

export type PowerOptions = OptionsOf<typeof power>;
