import type { BreakDown, ClassResult } from "../../results/break-down.ts";
import type { FailureCount, FailureExample } from "../../results/count-failures.ts";
import type { ResultReport } from "../../results/report-results.ts";
import type { Block } from "./document.ts";

/** Why runs failed: because of the agent, and because of the harness. */
export function failureTables(
  { failures, harnessFailures }: Pick<ResultReport, "failures" | "harnessFailures">,
  details: boolean,
): Block[] {
  return [
    ...failureTable("Failures of the agent", failures, details),
    ...failureTable("Failures of the harness, which do not count", harnessFailures, details),
  ];
}

function failureTable(title: string, counts: readonly FailureCount[], details: boolean): Block[] {
  if (counts.length === 0) return [];
  const rows = counts.flatMap(({ kind, cause, count, examples }) => {
    const label = cause === null ? kind : `${kind}: ${cause}`;
    const [first, ...others] = examples.slice(0, details ? undefined : 1).map(formatExample);
    return [[label, String(count), first ?? ""], ...others.map((other) => ["", "", other])];
  });
  return [{ title, header: ["failure", "runs", details ? "examples" : "example"], rows }];
}

function formatExample({ competitionId, reason }: FailureExample): string {
  return reason === null ? competitionId : `${competitionId}: ${reason}`;
}

/** Results by category, complexity and size of the competitions. */
export function breakDownTables({ category, complexity, size }: BreakDown): Block[] {
  return [
    ...classTable("Categories", "category", category),
    ...classTable("Complexity", "complexity", complexity),
    ...classTable("Size of the data", "size", size),
  ];
}

function classTable(title: string, column: string, classes: readonly ClassResult[]): Block[] {
  if (classes.length === 0) return [];
  const header = [column, "competitions", "runs", "any medal %", "percentile", "valid %", "failures"];
  return [{ title, header, rows: classes.map(classRow) }];
}

function classRow({ name, competitions, runs, valid, medals, percentile, failures }: ClassResult): string[] {
  const share = (count: number) => ((100 * count) / runs).toFixed(1);
  const kinds = Object.entries(failures).map(([kind, count]) => `${count} ${kind}`);
  return [
    name,
    String(competitions),
    String(runs),
    share(medals),
    percentile === null ? "-" : percentile.toFixed(1),
    share(valid),
    kinds.join(", ") || "-",
  ];
}
