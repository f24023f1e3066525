import { Command } from "@commander-js/extra-typings";
import { examples, json, type OptionsOf } from "../options.ts";

export const agentsShow = new Command("show")
  .description("Show what an agent does and needs, and each of its settings")
  .argument("<agent>", "A built-in agent")
  .addOption(json())
  .addHelpText("after", examples("agents show command"));

export type AgentsShowOptions = OptionsOf<typeof agentsShow>;
