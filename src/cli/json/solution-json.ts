import { basename } from "node:path";
import type { TableMetric } from "../../competitions/own-table/table-metrics.ts";
import type { Solution, SolvedRun } from "../run/solution.ts";

/** What `solve` leaves behind. */
export function solutionJson({ own, group, sampleScore, runs }: Solution) {
  const { task, metric, labelledRows, folder, config } = own;
  return {
    competition_id: task.id,
    folder,
    config,
    target: task.target,
    metric: metric.name,
    better: metric.better,
    labelled_rows: labelledRows,
    holdout: task.holdout,
    holdout_seed: task.seed,
    sample_score: sampleScore,
    group: basename(group.folder),
    group_folder: group.folder,
    runs: runs.map(solvedRunJson),
  };
}

function solvedRunJson({ run, submission, program, report, predictions }: SolvedRun) {
  const { id, seed, folder, end, reason, valid, score } = run;
  return { run: id, seed, folder, end, reason, valid, score, submission, program, report, predictions };
}

/** A metric for one's own data. */
export function metricJson({ name, title, aliases, better, target, predicts }: TableMetric) {
  return { name, title, aliases, better, target, predicts };
}
