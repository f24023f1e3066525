import { classMetricByColumn } from "../grade/class-metric-by-column.ts";
import type { Label } from "../lib/numeric/label.ts";
import { matthewsCorrelation } from "../metrics/matthews-correlation.ts";
import { rowsIn } from "../prepare/groups.ts";
import { placeById } from "../prepare/place-by-id.ts";
import { splitByColumn } from "../prepare/split-by-column.ts";
import { uniqueTexts } from "../prepare/unique.ts";
import { defineCompetition } from "./define-competition.ts";

export default defineCompetition({
  id: "nfl-player-contact-detection",
  metric: "Matthews correlation coefficient",
  submissionFormat:
    "Columns contact_id and contact. One row per pair of players (or player and ground) and time step; contact is 0 or 1.",
  grade: classMetricByColumn({ id: "contact_id", target: "contact" }, (truth, prediction) =>
    matthewsCorrelation(truth, likeNumpy(prediction)),
  ),

  async prepare(context) {
    const { open, write } = context;
    // Upstream: read without `round_trip`, so the last digit of long fractions may change.
    const reading = { defaultFloats: true };
    const labels = splitByColumn(open("train_labels.csv", reading), "game_play", { testSize: 0.1 });
    write("public/train_labels.csv", labels.train);
    write("private/test.csv", labels.test);
    write("public/sample_submission.csv", labels.test.select("contact_id").with("contact", 0));

    for (const name of ["baseline_helmets", "player_tracking", "video_metadata"]) {
      const table = open(`train_${name}.csv`, reading);
      write(`public/train_${name}.csv`, rowsIn(table, "game_play", labels.trainValues));
      write(`public/test_${name}.csv`, rowsIn(table, "game_play", labels.testValues));
    }
    for (const part of ["train", "test"] as const) {
      const plays = uniqueTexts(labels[part].column("game_play"));
      for (const view of ["All29", "Endzone", "Sideline"]) {
        placeById(context, plays, { from: "train", to: `public/${part}`, ending: `_${view}.mp4` });
      }
    }
  },
  checks: {
    disjoint: { train: "public/train_labels.csv", test: "private/test.csv", id: "contact_id" },
  },
});

/** Upstream: a single label of 2^63 or more makes numpy turn all labels into doubles, where close ones are equal. */
function likeNumpy(labels: ArrayLike<Label>): ArrayLike<Label> {
  if (labels instanceof Float64Array) return labels;
  const all = Array.from(labels);
  return all.some((label) => typeof label === "bigint" && label >= 2n ** 63n) ? all.map(Number) : all;
}
