import { Command } from "@commander-js/extra-typings";
import { json, type OptionsOf } from "../options.ts";

export const show = new Command("show")
  .description("Show a competition: metric, thresholds, files, submission format, known problems")
  .argument("<id>", "The competition")
  .addOption(json());

export type ShowOptions = OptionsOf<typeof show>;
