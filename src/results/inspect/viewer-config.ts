import { scoreNames, scorerName } from "./report-score.ts";

const column = (id: string) => ({ id, visible: true });
const scoreColumn = (name: string) => column(`score__${scorerName}__${name}`);

/** How Inspect's viewer is to show our samples: one row per run, medals first, and no columns that are always empty. */
export const viewerConfig = {
  scanner_result_view: {},
  sample_score_view: { default: "grid" },
  task_samples_view: {
    name: "MLE-bench",
    columns: [
      ...["sampleStatus", "sampleId", "epoch"].map(column),
      ...scoreNames.map(scoreColumn),
      ...["tokens", "duration", "retries", "limit", "error"].map(column),
      ...["input", "target", "answer"].map((id) => ({ id, visible: false })),
    ],
    sort: [
      { column: "sampleId", dir: "asc" },
      { column: "epoch", dir: "asc" },
    ],
    multiline: false,
    compact_scores: true,
    score_labels: {
      any_medal: "Any medal",
      valid_submission: "Valid",
      above_median: "Above median",
      gold: "Gold",
      silver: "Silver",
      bronze: "Bronze",
      score: "Score",
      percentile: "Percentile",
    } satisfies Record<(typeof scoreNames)[number], string>,
    score_color_scales: { percentile: { palette: "good-high", min: 0, max: 100 } },
    color_scales_enabled: true,
  },
} as const;
