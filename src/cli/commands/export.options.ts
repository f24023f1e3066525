import { Command, Option } from "@commander-js/extra-typings";
import { exportFormats } from "../../results/export/formats.ts";
import { logFormats } from "../../results/export/log-formats.ts";
import { tableNames } from "../../results/export/table-names.ts";
import { examples, json, type OptionsOf, runDirectory, waysToNameResults } from "../options.ts";

/** Any text is accepted, so that the command can say what was probably meant. */
const asTyped = (text: string): string => text;

const formats = exportFormats.map(({ name, writes }) => `  ${name.padEnd(10)}${writes}`).join("\n");

export const exportResults = new Command("export")
  .description("Write results as files for other programs, such as tables for a notebook")
  .argument("<results...>", waysToNameResults)
  .addOption(
    new Option("--to <format>", "What to write")
      .choices(exportFormats.map(({ name }) => name))
      .argParser(asTyped)
      .makeOptionMandatory(),
  )
  .option("--output <path>", "File or folder to write (default: standard output, for a single file of text)")
  .addOption(new Option("--table <table>", "Only this table").choices(tableNames).argParser(asTyped))
  .addOption(
    new Option("--log-format <form>", "The form of logs (default: eval)").choices(logFormats).argParser(asTyped),
  )
  .option("--force", "Replace existing files")
  .addOption(runDirectory())
  .addOption(json())
  .addHelpText("after", `\nFormats:\n${formats}`)
  .addHelpText(
    "after",
    examples(
      "export latest --to csv --table runs",
      "export my-group other-group --to parquet --output tables",
      "export my-group --to inspect --output logs/my-group.eval",
      "export reports/my-agent --to csv --table competitions --output competitions.csv --force",
      "export my-group --to upstream --output reports/my-group",
      "export latest --to junit --output junit.xml",
    ),
  );

export type ExportOptions = OptionsOf<typeof exportResults>;
