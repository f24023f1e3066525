import { Command } from "@commander-js/extra-typings";
import { dataDirectory, json, type OptionsOf, split } from "../options.ts";

export const doctor = new Command("doctor")
  .description("Check this machine, the Kaggle credentials, accepted rules and prepared competitions")
  .addOption(split())
  .option("--verify-data", "Read every prepared file and compare its checksum, not only its size and time")
  .addOption(dataDirectory())
  .addOption(json());

export type DoctorOptions = OptionsOf<typeof doctor>;
