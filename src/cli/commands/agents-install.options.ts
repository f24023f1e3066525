import { Command } from "@commander-js/extra-typings";
import { examples, json, type OptionsOf } from "../options.ts";

export const agentsInstall = new Command("install")
  .description("Install a coding agent into the cache, from which runs mount it read-only")
  .argument("<name[@version]>", "The agent, by default in the version that was tried")
  .addOption(json())
  .addHelpText("after", examples("agents install codex", "agents install claude-code@2.1.197"));

export type AgentsInstallOptions = OptionsOf<typeof agentsInstall>;
