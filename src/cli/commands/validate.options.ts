import { Command } from "@commander-js/extra-typings";
import { dataDirectory, json, nonNegativeInteger, type OptionsOf } from "../options.ts";

export const validate = new Command("validate")
  .description("Check the format of a submission without scoring it")
  .argument("<submission>", "The submission file")
  .argument("<id>", "The competition")
  .option("--answers <file>", "Check against these answers")
  .option("--sample <file>", "Check against this sample submission")
  .option("--rehearsal <seed>", "Check against the sample submission of a rehearsal", nonNegativeInteger)
  .addOption(dataDirectory())
  .addOption(json());

export type ValidateOptions = OptionsOf<typeof validate>;
