import { basename, dirname, resolve } from "node:path";
import type { CompetitionReport } from "../grade/report.ts";
import { BenchError } from "../lib/errors.ts";
import { notesFile, type ReportNotes, readReportNotes } from "./import/import-notes.ts";
import { readReport } from "./read-report.ts";
import type { GradedRun, ResultSet } from "./result-set.ts";
import { missingFromNotes, runFromNotes } from "./run-notes.ts";

/**
 * The results in a grading report, upstream's or ours. A file is one seed; where it has several reports on a competition, each
 * is another one. It does not say who the agent was: the set is called after its folder. Imported reports have a file beside them
 * that does.
 */
export function readReportResults(path: string): ResultSet {
  const notes = readReportNotes(path);
  if (notes !== null) return importedResults(path, notes);
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

function importedResults(path: string, { label, runs, missing }: ReportNotes): ResultSet {
  const reports = readReport(path).competition_reports;
  const isSame = (report: CompetitionReport, index: number) => report.competition_id === runs[index]?.competition_id;
  if (reports.length !== runs.length || !reports.every(isSame)) {
    const what = `has other runs than ${notesFile} beside it says`;
    throw new BenchError("changed-report", `${path} ${what}: one of the two was changed. Import again.`);
  }
  return {
    label,
    sources: [...new Set(runs.map(({ source }) => source))],
    runs: reports.map((report, index) => ({ ...runFromNotes(runs[index]!), report })),
    missing: missing.map(missingFromNotes),
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
