import { aggregateReports, type CompetitionReport, medalOf, shownScore } from "../../grade/report.ts";
import { formatTable } from "../output.ts";
import { joinLines, type StyledText } from "../styled-text.ts";

/** On a terminal. */
const mostRows = 40;

/** A line for each submission, on a terminal as many as fit a screen, then the totals. */
export function formatGrades(reports: readonly CompetitionReport[]): StyledText {
  const totals = aggregateReports(reports);
  const shown = reports.slice(0, process.stdout.isTTY ? mostRows : undefined);
  const hasRuns = reports.some(({ extra }) => extra.run !== undefined);
  const rows = shown.map((report) => [
    ...(hasRuns ? runCells(report) : []),
    report.competition_id,
    String(shownScore(report) ?? whyNoScore(report)),
    medalOf(report) ?? "-",
    report.extra.percentile === null ? "-" : `${report.extra.percentile.toFixed(1)} %`,
    report.extra.failure?.reason ?? "",
  ]);
  const more = reports.length > shown.length ? [`... and ${reports.length - shown.length} more in the report`] : [];
  const columns = ["competition", "score", "medal", "percentile", "problem"];
  return joinLines([
    formatTable([...(hasRuns ? ["group", "run", "seed"] : []), ...columns], rows),
    ...more,
    `${totals.total_runs} runs: ${totals.total_runs_with_submissions} submissions, ${totals.total_valid_submissions} valid, ` +
      `${totals.total_gold_medals} gold, ${totals.total_silver_medals} silver, ${totals.total_bronze_medals} bronze, ` +
      `${totals.total_above_median} above median`,
  ]);
}

function runCells({ extra: { group, run, seed } }: CompetitionReport): string[] {
  return [group ?? "-", run ?? "-", String(seed ?? "-")];
}

function whyNoScore({ submission_exists: exists, extra }: CompetitionReport): string {
  if (extra.failure?.kind === "grader-error") return "not graded";
  return exists ? "invalid" : "no submission";
}
