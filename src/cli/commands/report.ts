import { resolve } from "node:path";
import { readResultSets } from "../../results/read-result-sets.ts";
import { reportResults } from "../../results/report-results.ts";
import { defaultRunDirectory } from "../../runs/state/find-runs.ts";
import { exitCodes } from "../exit-codes.ts";
import { resultReportJson } from "../json/report-json.ts";
import { print, printJson } from "../output.ts";
import { formatDocument } from "../views/document.ts";
import { describeReports } from "../views/report-view.ts";
import type { ReportOptions } from "./report.options.ts";

/** Reports result sets one after the other. */
export async function run(names: readonly string[], options: ReportOptions): Promise<number> {
  const sets = await readResultSets(names, resolve(options.runDir ?? defaultRunDirectory()));
  const { details = false } = options;
  const reports = sets.map((set) => reportResults(set, { padMissing: options.padMissing ?? false, details }));
  if (options.json || options.format === "json") printJson(reports.map(resultReportJson));
  else {
    print(formatDocument(describeReports(reports), options.format));
  }
  return reports.every(({ runs }) => runs > 0) ? exitCodes.done : exitCodes.failedItems;
}
