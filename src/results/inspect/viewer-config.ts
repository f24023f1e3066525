import { scoreNames, scorerName } from "./report-score.ts";

const column = (id: string, visible = true) => ({ id, visible });

/** The answer says which medal it is; the columns can be shown. */
const medals: ReadonlySet<string> = new Set(["gold", "silver", "bronze"]);

/** How Inspect's viewer is to show our samples: one row per run, medals first, without columns that are always empty. */
export const viewerConfig = {
  scanner_result_view: {},
  sample_score_view: { default: "grid" },
  task_samples_view: {
    name: "MLE-bench",
    columns: [
      ...["sampleStatus", "sampleId", "epoch", "answer"].map((id) => column(id)),
      ...scoreNames.map((name) => column(`score__${scorerName}__${name}`, !medals.has(name))),
      ...["tokens", "duration", "retries", "limit", "error"].map((id) => column(id)),
      ...["input", "target"].map((id) => column(id, false)),
    ],
    sort: [
      { column: "sampleId", dir: "asc" },
      { column: "epoch", dir: "asc" },
    ],
    multiline: false,
    compact_scores: false,
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
