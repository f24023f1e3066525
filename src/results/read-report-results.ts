import { basename, dirname, resolve } from "node:path";
import type { CompetitionReport } from "../grade/report.ts";
import { readReport } from "./read-report.ts";
import type { GradedRun, ResultSet } from "./result-set.ts";

/**
 * The results in a grading report, upstream's or ours. A file is one seed; where it has several reports on a competition, each
 * is another one. It does not say who the agent was: the set is called after its folder.
 */
export function readReportResults(path: string): ResultSet {
  const source = basename(path);
  // Upstream: sorts the reports of a file by competition.
  const reports = readReport(path).competition_reports.toSorted((left, right) =>
    left.competition_id < right.competition_id ? -1 : left.competition_id > right.competition_id ? 1 : 0,
  );
  const [failed, graded] = [reports.filter(hasGraderFailed), reports.filter((report) => !hasGraderFailed(report))];
  return {
    label: basename(dirname(resolve(path))),
    sources: [source],
    runs: graded.map((report) => gradedRun(report, source)),
    missing: failed.map(({ competition_id, extra }) => ({
      competitionId: competition_id,
      source,
      seed: extra.seed ?? "unknown",
      folder: null,
      why: "not graded",
      ...(extra.failure === null ? {} : { reason: extra.failure.reason }),
    })),
  };
}

function hasGraderFailed({ extra }: CompetitionReport): boolean {
  return extra.failure?.kind === "grader-error";
}

function gradedRun(report: CompetitionReport, source: string): GradedRun {
  const { edition, seed } = report.extra;
  return {
    competitionId: report.competition_id,
    source,
    seed: seed ?? "unknown",
    conditions: {
      edition: edition ?? "unknown",
      timeLimit: "unknown",
      memoryLimit: "unknown",
      network: "unknown",
      isolation: "unknown",
    },
    report,
    record: null,
    cost: "unknown",
  };
}
