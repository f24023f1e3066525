import { Command } from "@commander-js/extra-typings";
import { json, type OptionsOf } from "../options.ts";

export const agents = new Command("agents")
  .description("List the agents and what each needs")
  .option("--agents-dir <dir>", "Include the agents below a folder laid out as upstream's")
  .addOption(json());

export type AgentsOptions = OptionsOf<typeof agents>;
