import { readFileSync } from "node:fs";
import { z } from "zod";
import { listKnownIds } from "../../facts/facts.ts";
import { didYouMean } from "../../lib/did-you-mean.ts";
import { UsageError } from "../../lib/errors.ts";
import type { GradingTask } from "./grader.ts";

/** A line without a submission to grade, and why. The other lines are still graded. */
export interface SkippedLine {
  readonly line: number;
  readonly reason: string;
}

const lineSchema = z.object({
  competition_id: z.string(),
  // Upstream turns a missing path into the text "None", a file that does not exist.
  submission_path: z.union([z.string(), z.null()]).transform((path) => path ?? "None"),
  answers_path: z.string().optional(),
});

/**
 * Reads upstream's list of submissions: JSON lines with `competition_id` and `submission_path`, ours also with
 * `answers_path`. Blank lines and lines that begin with `#` or `//` are skipped. Paths are used as they are.
 *
 * @throws UsageError when the file itself cannot be read.
 */
export function readSubmissionList(path: string): { tasks: GradingTask[]; skipped: SkippedLine[] } {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (cause) {
    throw new UsageError(`The list of submissions cannot be read: ${(cause as Error).message}.`, { cause });
  }
  const known = new Set(listKnownIds());
  const tasks: GradingTask[] = [];
  const skipped: SkippedLine[] = [];
  for (const [index, raw] of text.split("\n").entries()) {
    const line = raw.trim();
    if (line === "" || line.startsWith("#") || line.startsWith("//")) continue;
    const parsed = parseLine(line, known);
    if (typeof parsed === "string") skipped.push({ line: index + 1, reason: parsed });
    else tasks.push(parsed);
  }
  return { tasks, skipped };
}

function parseLine(line: string, known: ReadonlySet<string>): GradingTask | string {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch (error) {
    return `not JSON (${(error as Error).message})`;
  }
  const result = lineSchema.safeParse(json);
  if (!result.success) return z.prettifyError(result.error).replaceAll("\n", " ");
  const { competition_id, submission_path, answers_path } = result.data;
  if (!known.has(competition_id)) {
    return `there is no competition \`${competition_id}\`.${didYouMean(competition_id, [...known])}`;
  }
  return {
    competitionId: competition_id,
    submissionPath: submission_path,
    ...(answers_path === undefined ? {} : { answersPath: answers_path }),
  };
}
