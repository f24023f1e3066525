import { basename } from "node:path";
import { aggregateReports, type CompetitionReport } from "../../grade/report.ts";
import { UsageError } from "../../lib/errors.ts";
import { groupBy } from "../../lib/group-by.ts";
import { printSubmission, submissionLine } from "../../runs/upstream-formats/make-submission.ts";
import type { GradedRun, ResultSet } from "../result-set.ts";
import type { Exporter, ExportFile } from "./export-format.ts";

/**
 * Grading reports and lists of submissions as upstream writes them, one file per seed: `report` and upstream's scripts read them.
 * Several sets get a folder each, because reports do not say who the agent was.
 */
export const exportUpstream: Exporter = (sets) => {
  const files = inFolders(sets, (set) => seedsOf(set).flatMap(seedFiles));
  if (files.length === 0) throw new UsageError("There is nothing to export: none of these results has a graded run.");
  const missing = sets.reduce((sum, set) => sum + set.missing.length, 0);
  const runs = missing === 1 ? "1 run without a result is" : `${missing} runs without a result are`;
  return {
    isFolder: true,
    files,
    claims: /grading_report.*\.json$/,
    notes: missing === 0 ? [] : [`${runs} not in the reports.`],
  };
};

/** The runs that share a grading report. */
export interface SeedOfRuns {
  /** Numbered so that sorting by name, as readers do, keeps the order of seeds. */
  readonly number: string;
  readonly runs: readonly GradedRun[];
}

export function seedsOf({ runs }: ResultSet): SeedOfRuns[] {
  const seeds = [...groupBy(runs, ({ source, seed }) => `${source} ${seed}`).values()];
  const width = String(seeds.length).length;
  return seeds.map((members, index) => ({ number: String(index + 1).padStart(width, "0"), runs: members }));
}

export function reportFile({ number, runs }: SeedOfRuns): ExportFile {
  return textFile(`grading_report_${number}.json`, () => reportText(runs));
}

function seedFiles(seed: SeedOfRuns): ExportFile[] {
  const recorded = seed.runs.filter(({ record }) => record !== null);
  const submissions = textFile(`submission_${seed.number}.jsonl`, () => submissionText(recorded));
  return recorded.length === 0 ? [reportFile(seed)] : [reportFile(seed), submissions];
}

/** The files of each set; several sets get a folder each. */
export function inFolders(
  sets: readonly ResultSet[],
  filesOf: (set: ResultSet) => readonly ExportFile[],
): ExportFile[] {
  const names = folderNames(sets);
  return sets.flatMap((set, index) =>
    filesOf(set).map((file) => (sets.length === 1 ? file : { ...file, name: `${names[index]}/${file.name}` })),
  );
}

export function textFile(name: string, text: () => string): ExportFile {
  return { name, content: { kind: "text", pieces: () => [text()] } };
}

function reportText(runs: readonly GradedRun[]): string {
  return JSON.stringify(aggregateReports(runs.map(withOrigin)), null, 2);
}

function withOrigin({ report, record, source, seed }: GradedRun): CompetitionReport {
  if (record === null) return report;
  const run = { group: source, run: basename(record.folder), seed: seed === "unknown" ? null : seed };
  return { ...report, extra: { ...report.extra, ...run, retries: record.retries } };
}

function submissionText(runs: readonly GradedRun[]): string {
  return printSubmission(runs.map(({ competitionId, record }) => submissionLine(competitionId, record!.folder)));
}

/** A name for the folder of each set, made of its label; equal ones are numbered. */
export function folderNames(sets: readonly ResultSet[]): string[] {
  const taken = new Set<string>();
  return sets.map(({ label }) => {
    const name = label.replaceAll(/[^\w.-]+/g, "-").replace(/^[.-]+/, "") || "results";
    let free = name;
    for (let number = 2; taken.has(free.toLowerCase()); number += 1) free = `${name}-${number}`;
    taken.add(free.toLowerCase());
    return free;
  });
}
