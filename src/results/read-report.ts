import { readFileSync } from "node:fs";
import { z } from "zod";
import { editions } from "../facts/editions.ts";
import { aggregateReports, type CompetitionReport, type GradingReport } from "../grade/report.ts";
import { BenchError, MissingData } from "../lib/errors.ts";

const jsonNumber = z.union([z.number(), z.enum(["NaN", "Infinity", "-Infinity"])]);
const threshold = jsonNumber.nullable().transform((value) => (value === null ? Number.NaN : Number(value)));
const distance = z.number().nullable();

const extra = z.object({
  unrounded_score: jsonNumber.nullable().default(null),
  edition: z.enum(editions).nullable().default(null),
  percentile: z.number().nullable().default(null),
  failure: z
    .object({ kind: z.enum(["invalid", "unreadable", "grader-error"]), reason: z.string() })
    .nullable()
    .default(null),
  duration_ms: z.number().nullable().default(null),
  teams_beaten: z.number().nullable().default(null),
  teams: z.number().nullable().default(null),
  distance: z.object({ gold: distance, silver: distance, bronze: distance, median: distance }).nullable().default(null),
  group: z.string().exactOptional(),
  run: z.string().exactOptional(),
  seed: z.number().nullable().exactOptional(),
  retries: z.number().exactOptional(),
});

const competitionReport = z
  .object({
    competition_id: z.string(),
    score: jsonNumber.nullable(),
    gold_threshold: threshold,
    silver_threshold: threshold,
    bronze_threshold: threshold,
    median_threshold: threshold,
    any_medal: z.boolean(),
    gold_medal: z.boolean(),
    silver_medal: z.boolean(),
    bronze_medal: z.boolean(),
    above_median: z.boolean(),
    submission_exists: z.boolean(),
    valid_submission: z.boolean(),
    is_lower_better: z.boolean(),
    created_at: z.string(),
    submission_path: z.string(),
    extra: extra.prefault({}),
  })
  .transform((report): CompetitionReport => {
    if (typeof report.score !== "string") return { ...report, score: report.score };
    return { ...report, score: null, extra: { ...report.extra, unrounded_score: report.score } };
  });

const reportFile = z.union([
  z.object({ competition_reports: z.array(competitionReport) }).transform((report) => report.competition_reports),
  competitionReport.transform((report) => [report]),
]);

/**
 * Reads a grading report: ours, upstream's, or that of a single submission, which becomes a report of one. Accepts
 * Python's bare `NaN` and `Infinity`, which go to `extra.unrounded_score` as in our reports. What upstream does not report
 * is null in `extra`; unknown keys are dropped; totals are calculated again.
 */
export function readReport(path: string): GradingReport {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "ENOENT") throw cause;
    throw new MissingData(`There is no grading report at \`${path}\`.`, { cause });
  }
  let content: unknown;
  try {
    content = parsePythonJson(text);
  } catch (cause) {
    throw new BenchError("unreadable-report", `The grading report \`${path}\` is not JSON: ${cause}`, { cause });
  }
  // Only one of the two shapes is tried, so that the message is about the one that was meant.
  const single = content !== null && typeof content === "object" && "competition_id" in content;
  const parsed = reportFile.options[single ? 1 : 0].safeParse(content);
  if (!parsed.success) {
    const problems = z.prettifyError(parsed.error);
    throw new BenchError("unreadable-report", `\`${path}\` is not a grading report:\n${problems}`);
  }
  return aggregateReports(parsed.data);
}

/** One report of a file or of a log. @throws ZodError when it is not one. */
export function parseCompetitionReport(content: unknown): CompetitionReport {
  return competitionReport.parse(content);
}

/** JSON as Python writes it: `NaN`, `Infinity` and `-Infinity` outside strings become strings. */
export function parsePythonJson(text: string): unknown {
  return JSON.parse(
    text.replace(/"(?:[^"\\]|\\.)*"|-?\bInfinity\b|\bNaN\b/g, (part) => (part.startsWith('"') ? part : `"${part}"`)),
  );
}
