import type { ResultReport } from "../../../results/report-results.ts";
import type { ResultSet } from "../../../results/result-set.ts";
import { cutText } from "./cut-text.ts";

/** A result set and what is reported about it. */
export interface ReportedSet {
  readonly set: ResultSet;
  readonly report: ResultReport;
}

/** Every mark on the page carries the name of its set. */
const longestName = 80;

/** Gives sets names that are short, and different where their sources are. */
export function withShortNames(sets: readonly ReportedSet[]): ReportedSet[] {
  const labels = sets.map(({ report }) => report.label);
  return sets.map(({ set, report }) => {
    const isShared = labels.filter((label) => label === report.label).length > 1;
    const name = isShared ? `${report.label} (${report.sources[0] ?? "no source"})` : report.label;
    return { set, report: { ...report, label: cutText(name, longestName) } };
  });
}
