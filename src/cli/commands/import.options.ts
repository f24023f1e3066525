import { Command } from "@commander-js/extra-typings";
import { examples, json, type OptionsOf, runDirectory } from "../options.ts";

export const importResults = new Command("import")
  .description("Turn Inspect logs or grading reports into folders of grading reports, one per seed")
  .argument(
    "<logs-or-reports...>",
    "Inspect logs (.eval, .json), grading reports, folders of these; NAME=A,B names a set",
  )
  .option("--output <folder>", "Where to write (default: imported/LABEL)")
  .option("--force", "Replace existing files")
  .addOption(runDirectory())
  .addOption(json())
  .addHelpText(
    "after",
    examples("import logs/my-agent.eval", "import logs --output reports", "import best=run-1.eval,run-2.eval --json"),
  );

export type ImportOptions = OptionsOf<typeof importResults>;
