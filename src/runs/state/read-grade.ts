import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { CompetitionReport } from "../../grade/report.ts";
import { hasCode } from "../../lib/error-code.ts";
import { BenchError } from "../../lib/errors.ts";
import { runFiles } from "../record/run-folder.ts";

const medal = z.enum(["gold", "silver", "bronze"]).nullable();

const grade = z.object({
  format: z.literal(1),
  /** A `CompetitionReport`, written by our own grader. */
  report: z.looseObject({
    score: z.number().nullable(),
    any_medal: z.boolean(),
    above_median: z.boolean(),
    submission_exists: z.boolean(),
    valid_submission: z.boolean(),
    is_lower_better: z.boolean(),
    extra: z.looseObject({ percentile: z.number().nullable() }),
  }),
  candidates: z.array(
    z.object({
      file: z.string(),
      elapsedMs: z.number(),
      sha256: z.string(),
      score: z.number().nullable(),
      /** Null when the grader failed on it. */
      valid: z.boolean().nullable(),
      medal,
    }),
  ),
});

/** The content of `grade.json`: the report on the sealed submission, and the score of every candidate over time. */
export interface RunGrade {
  readonly report: CompetitionReport;
  readonly candidates: z.infer<typeof grade>["candidates"];
}

/** @returns null when the run is not graded. */
export function readGrade(runFolder: string): RunGrade | null {
  const file = join(runFolder, runFiles.grade);
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR")) return null;
    throw error;
  }
  try {
    const { report, candidates } = grade.parse(JSON.parse(text));
    return { report: report as unknown as CompetitionReport, candidates };
  } catch (cause) {
    throw new BenchError(
      "unreadable-grade",
      `${file} is not a grade that this version can read: ${(cause as Error).message}`,
      {
        cause,
      },
    );
  }
}
