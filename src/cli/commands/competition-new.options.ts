import { Command } from "@commander-js/extra-typings";
import { examples, json, type OptionsOf } from "../options.ts";

export const competitionNew = new Command("new")
  .description("Write a small competition that works, for you to change into your own")
  .argument("<new-id>", "Its id: letters, digits and hyphens")
  .option("--dir <folder>", "Where to write it (default: a folder named by the id)")
  .addOption(json())
  .addHelpText("after", examples("competition new city-rents", "competition new city-rents --dir tasks/rents"));

export type CompetitionNewOptions = OptionsOf<typeof competitionNew>;
