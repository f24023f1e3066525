import { statSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { didYouMean } from "../../lib/did-you-mean.ts";
import { UsageError } from "../../lib/errors.ts";
import type { Export, ExportFormat, ExportOptions as FormatOptions } from "../../results/export/export-format.ts";
import { exportFormat } from "../../results/export/formats.ts";
import { logFormats } from "../../results/export/log-formats.ts";
import { tableNames } from "../../results/export/table-names.ts";
import { writeExport } from "../../results/export/write-export.ts";
import { readResultSets } from "../../results/read-result-sets.ts";
import { defaultRunDirectory } from "../../runs/state/find-runs.ts";
import { exitCodes } from "../exit-codes.ts";
import { exportJson } from "../json/export-json.ts";
import { note, printJson, printPieces } from "../output.ts";
import type { ExportOptions } from "./export.options.ts";

const mostListed = 6;

export async function run(names: readonly string[], options: ExportOptions): Promise<number> {
  const format = exportFormat(options.to);
  const chosen = optionsFor(format, options);
  const sets = await readResultSets(names, resolve(options.runDir ?? defaultRunDirectory()));
  const toExport = await (await format.load())(sets, chosen);
  if (options.output === undefined) await printExport(toExport, format, options);
  else {
    const { folder, files } = placed(toExport, resolve(options.output));
    const written = await writeExport({ ...toExport, files }, folder, { force: options.force ?? false });
    if (options.json) printJson(exportJson(format, written, toExport.notes));
    if (written.length > mostListed) note(`Written: ${written.length} files in ${folder}`);
    else for (const { path } of written) note(`Written: ${path}`);
  }
  for (const each of toExport.notes) note(each);
  return exitCodes.done;
}

/** The options that formats share. @throws UsageError for one that this format does not take. */
function optionsFor({ name, takes }: ExportFormat, { table, logFormat }: ExportOptions): FormatOptions {
  const refuse = (flag: string, what: string) =>
    new UsageError(`${flag} does not go with --to ${name}, which writes no ${what}.`);
  if (table !== undefined && !takes.includes("table")) throw refuse("--table", "tables");
  if (logFormat !== undefined && !takes.includes("logFormat")) throw refuse("--log-format", "logs");
  return {
    ...(table === undefined ? {} : { table: requireOne(table, tableNames, "table") }),
    ...(logFormat === undefined ? {} : { logFormat: requireOne(logFormat, logFormats, "form of logs") }),
  };
}

function requireOne<Name extends string>(name: string, names: readonly Name[], what: string): Name {
  const found = names.find((each) => each === name);
  if (found !== undefined) return found;
  throw new UsageError(`There is no ${what} \`${name}\`.${didYouMean(name, names)} Choose from: ${names.join(", ")}.`);
}

/** Where files go: one file into an existing folder, or under the given name. */
function placed({ isFolder, files }: Export, output: string): Pick<Export, "files"> & { folder: string } {
  const isThere = statSync(output, { throwIfNoEntry: false });
  if (isFolder && isThere?.isDirectory() === false) {
    throw new UsageError(`${output} is a file. This export is a folder of ${files.length} files.`);
  }
  if (isFolder || isThere?.isDirectory()) return { folder: output, files };
  return { folder: dirname(output), files: files.map((file) => ({ ...file, name: basename(output) })) };
}

async function printExport(
  { isFolder, files }: Export,
  { takes }: ExportFormat,
  { json }: ExportOptions,
): Promise<void> {
  const [first] = files;
  if (isFolder || first?.content.kind !== "text") {
    const advice = isFolder && takes.includes("table") ? ", or one table with --table" : "";
    throw new UsageError(`Name ${isFolder ? "a folder" : "a file"} to write with --output${advice}.`);
  }
  if (json) throw new UsageError("--json describes the files that were written: name one with --output.");
  await printPieces(first.content.pieces());
}
