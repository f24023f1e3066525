import type { ResultReport } from "../../../results/report-results.ts";
import type { ResultSet } from "../../../results/result-set.ts";

/** A result set and what is reported about it. */
export interface ReportedSet {
  readonly set: ResultSet;
  readonly report: ResultReport;
}
