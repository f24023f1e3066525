import { basename } from "node:path";
import { z } from "zod";
import type { Conditions, GradedRun, MissingRun, ResultSet, ToldRun } from "../result-set.ts";
import { logNotes, missingFromNotes, runFromNotes } from "../run-notes.ts";
import { openLog } from "./open-log.ts";
import { unreadable } from "./read-members.ts";
import { scorerName } from "./report-score.ts";
import { readSample, type SampleResult } from "./sample-result.ts";

const spec = z.looseObject({
  task: z.string(),
  model: z.string(),
  solver: z.string().nullish(),
  dataset: z.looseObject({ sample_ids: z.array(z.union([z.string(), z.number()])).nullish() }),
  config: z.looseObject({ epochs: z.int().nullish(), time_limit: z.number().nullish() }),
  metadata: z.record(z.string(), z.unknown()).nullish(),
});
type Spec = z.infer<typeof spec>;

/**
 * The results in an Inspect log, ours or that of another program that ran MLE-bench under Inspect. Its epochs are seeds. What it does
 * not say is unknown; a sample that was not graded is missing, not failed.
 */
export async function readLogResults(path: string): Promise<ResultSet> {
  const log = await openLog(path);
  try {
    const parsed = spec.safeParse(log.spec);
    if (!parsed.success)
      throw unreadable(path, "its `eval`", `is not as Inspect writes it: ${z.prettifyError(parsed.error)}`);
    const samples: SampleResult[] = [];
    for await (const stored of log.samples()) samples.push(readSample(path, stored));
    requireReports(path, parsed.data, samples);
    return resultsOf(path, parsed.data, samples);
  } finally {
    await log.close();
  }
}

function requireReports(path: string, { task, metadata }: Spec, samples: readonly SampleResult[]): void {
  if (samples.some(({ report }) => report !== null) || /mle[-_]?bench/i.test(task) || metadata?.[scorerName]) return;
  const count = samples.length === 1 ? "its sample has" : `its ${samples.length} samples have`;
  throw unreadable(
    path,
    "it",
    `has no results of MLE-bench: it is a log of the task \`${task}\`, and ${count} no grading report`,
  );
}

function resultsOf(path: string, about: Spec, samples: readonly SampleResult[]): ResultSet {
  const notes = logNotes.safeParse(about.metadata?.[scorerName]);
  const source = basename(path);
  const isGraded = ({ report }: SampleResult) => report !== null && report.extra.failure?.kind !== "grader-error";
  // Epoch by epoch, as run groups are read.
  const sorted = samples.toSorted((one, other) => one.epoch - other.epoch);
  const runs = sorted.filter(isGraded).map((sample) => gradedRun(sample, source, about));
  if (notes.success) {
    const { label, sources, missing } = notes.data;
    return { label, sources, runs, missing: missing.map(missingFromNotes) };
  }
  const failed = sorted.filter((sample) => !isGraded(sample)).map((sample) => missingRun(sample, source));
  const { solver, model } = about;
  const label = solver ? `${solver} with ${model}` : model;
  return { label, sources: [source], runs, missing: [...failed, ...absentRuns(about, samples, source)] };
}

function gradedRun({ report, notes, epoch, cost, limit }: SampleResult, source: string, about: Spec): GradedRun {
  if (notes !== null) return { ...runFromNotes(notes), report: report! };
  return {
    competitionId: report!.competition_id,
    source,
    seed: epoch - 1,
    conditions: conditionsOf(about, report!.extra.edition),
    report: report!,
    record: null,
    ...(limit !== null && !report!.submission_exists ? { told: stoppedBy(limit) } : {}),
    cost: cost ?? "unknown",
  };
}

function stoppedBy(limit: string): ToldRun {
  return { retries: null, failure: { kind: limit, cause: null, reason: null }, times: null };
}

function conditionsOf({ config }: Spec, edition: string | null): Conditions {
  return {
    edition: edition ?? "unknown",
    timeLimit: config.time_limit ? config.time_limit * 1000 : "unknown",
    memoryLimit: "unknown",
    network: "unknown",
    isolation: "unknown",
  };
}

function missingRun({ id, epoch, hasFailed }: SampleResult, source: string): MissingRun {
  const why = hasFailed ? "infrastructure error" : "not graded";
  return { competitionId: id, source, seed: epoch - 1, folder: null, why };
}

/** Samples that a log announces but does not have: it was cancelled, or is not finished. */
function absentRuns({ dataset, config }: Spec, samples: readonly SampleResult[], source: string): MissingRun[] {
  const present = new Set(samples.map(({ id, epoch }) => `${epoch} ${id}`));
  const ids = (dataset.sample_ids ?? []).map(String);
  return Array.from({ length: config.epochs ?? 1 }, (_, seed) => seed).flatMap((seed) =>
    ids
      .filter((id) => !present.has(`${seed + 1} ${id}`))
      .map((id): MissingRun => ({ competitionId: id, source, seed, folder: null, why: "not finished" })),
  );
}
