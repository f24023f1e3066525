import { statSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { UsageError } from "../../lib/errors.ts";
import { writeExport } from "../../results/export/write-export.ts";
import { readResultSets } from "../../results/read-result-sets.ts";
import { type ResultReport, reportResults } from "../../results/report-results.ts";
import type { ResultSet } from "../../results/result-set.ts";
import { defaultRunDirectory } from "../../runs/state/find-runs.ts";
import { exitCodes } from "../exit-codes.ts";
import { resultReportJson } from "../json/report-json.ts";
import { note, print, printJson, printPieces } from "../output.ts";
import { formatDocument } from "../views/document.ts";
import { describeReports } from "../views/report-view.ts";
import type { ReportOptions } from "./report.options.ts";

/** Reports result sets one after the other, or all of them on one page. */
export async function run(names: readonly string[], options: ReportOptions): Promise<number> {
  const { format, output } = options;
  if (format === "html" && output === undefined && options.json !== true && process.stdout.isTTY) {
    throw new UsageError("A page is of no use in a terminal. Name a file to write with --output, such as report.html.");
  }
  const sets = await readResultSets(names, resolve(options.runDir ?? defaultRunDirectory()));
  // The page shows everything.
  const details = options.details ?? format === "html";
  const reports = sets.map((set) => reportResults(set, { padMissing: options.padMissing ?? false, details }));
  if (output !== undefined)
    await write(await contentOf(sets, reports, format), resolve(output), options.force ?? false);
  if (options.json) printJson(reports.map(resultReportJson));
  else if (output === undefined) await show(sets, reports, format);
  return reports.every(({ runs }) => runs > 0) ? exitCodes.done : exitCodes.failedItems;
}

async function show(
  sets: readonly ResultSet[],
  reports: readonly ResultReport[],
  format: ReportOptions["format"],
): Promise<void> {
  if (format === "json") printJson(reports.map(resultReportJson));
  else if (format === "html") await printPieces([await contentOf(sets, reports, format)]);
  else {
    print(formatDocument(describeReports(reports), format));
  }
}

async function contentOf(
  sets: readonly ResultSet[],
  reports: readonly ResultReport[],
  format: ReportOptions["format"],
): Promise<string> {
  if (format === "json") return `${JSON.stringify(reports.map(resultReportJson), null, 2)}\n`;
  if (format !== "html") return `${formatDocument(describeReports(reports), format).render(false)}\n`;
  const { reportPage } = await import("../views/html/report-page.ts");
  return reportPage(sets.map((set, index) => ({ set, report: reports[index]! })));
}

/** @throws UsageError when the file exists and `force` was not asked for. */
async function write(content: string, path: string, force: boolean): Promise<void> {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UsageError(`${path} is a folder. Name a file to write.`);
  }
  const file = { name: basename(path), content: { kind: "text" as const, pieces: () => [content] } };
  await writeExport({ files: [file] }, dirname(path), { force });
  note(`Written: ${path}`);
}
