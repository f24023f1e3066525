import { z } from "zod";
import type { CompetitionReport } from "../../grade/report.ts";
import { parseCompetitionReport, parsePythonJson } from "../read-report.ts";
import { type RunNotes, runNotes } from "../run-notes.ts";
import type { StoredSample } from "./open-log.ts";
import { readMembers, unreadable } from "./read-members.ts";
import { scorerName } from "./report-score.ts";

/** What a sample says about the run that it records. */
export interface SampleResult {
  readonly id: string;
  readonly epoch: number;
  /** Null when it was not graded, or its grader failed. */
  readonly report: CompetitionReport | null;
  /** What our own logs say in addition; null in others. */
  readonly notes: RunNotes | null;
  readonly hasFailed: boolean;
  /** The kind of limit that ended it, by our names. */
  readonly limit: string | null;
  /** In US dollars; null when the log does not say. */
  readonly cost: number | null;
}

const limitNames: Readonly<Record<string, string>> = {
  time: "time limit",
  working: "time limit",
  token: "token limit",
  cost: "cost limit",
  turn: "call limit",
  message: "message limit",
};

const score = z.looseObject({
  explanation: z.string().nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
});
const usage = z.looseObject({ total_cost: z.number().nullish() });
const sample = z.looseObject({
  id: z.union([z.string(), z.number()]),
  epoch: z.int().positive(),
  scores: z.record(z.string(), score).nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  model_usage: z.record(z.string(), usage).nullish(),
  error: z.unknown().optional(),
  limit: z.looseObject({ type: z.string() }).nullish(),
});

/** @throws BenchError when it is not a sample, or its report is damaged; the message names the member. */
export function readSample(path: string, { member, bytes }: StoredSample): SampleResult {
  const parsed = sample.safeParse(readMembers(path, member, bytes, Object.keys(sample.shape)));
  if (!parsed.success) throw unreadable(path, member, `is not a sample: ${firstProblem(parsed.error)}`);
  const { id, epoch, scores, metadata, model_usage, error, limit } = parsed.data;
  const notes = runNotes.safeParse(metadata?.[scorerName]);
  const contents = Object.values(scores ?? {}).map(reportIn);
  const content = contents.find((each) => each !== null) ?? null;
  const costs = Object.values(model_usage ?? {}).map(({ total_cost }) => total_cost ?? null);
  return {
    id: String(id),
    epoch,
    report: content === null ? null : parseReport(path, member, content),
    notes: notes.success ? notes.data : null,
    hasFailed: error !== undefined && error !== null,
    limit: limit ? (limitNames[limit.type] ?? "other limit") : null,
    cost: costs.length === 0 || costs.includes(null) ? null : costs.reduce<number>((sum, cost) => sum + cost!, 0),
  };
}

/** Ours is in the score's metadata. Inspect's own eval has it in `explanation`: what upstream's grader printed. */
function reportIn({ explanation, metadata }: z.infer<typeof score>): object | null {
  if (metadata && "competition_id" in metadata) return metadata;
  if (!explanation) return null;
  try {
    const content = parsePythonJson(explanation.slice(explanation.indexOf("{"), explanation.lastIndexOf("}") + 1));
    return typeof content === "object" && content !== null && "competition_id" in content ? content : null;
  } catch {
    return null;
  }
}

function parseReport(path: string, member: string, content: object): CompetitionReport {
  try {
    return parseCompetitionReport(content);
  } catch (cause) {
    const problem = cause instanceof z.ZodError ? firstProblem(cause) : (cause as Error).message;
    throw unreadable(path, member, `has a score that is not a grading report: ${problem}`, cause);
  }
}

function firstProblem({ issues }: z.ZodError): string {
  const { path, message } = issues[0]!;
  return path.length === 0 ? message : `\`${path.join(".")}\`: ${message}`;
}
