import { asText } from "../frame/as-text.ts";
import { aucByColumn } from "../grade/auc-by-column.ts";
import { splitRows } from "../prepare/split.ts";
import { zipById } from "../prepare/zip-by-id.ts";
import { defineCompetition } from "./define-competition.ts";

export default defineCompetition({
  id: "aerial-cactus-identification",
  metric: "Area under the ROC curve",
  submissionFormat:
    "Columns id (image file name) and has_cactus: one row per test image, with the probability from 0 to 1 that it shows a cactus.",
  knownProblems: ["The leaderboard is crowded: the thresholds are so close to each other that chance decides medals."],
  grade: aucByColumn({ id: "id", target: "has_cactus" }),

  async prepare(context) {
    const { open, write, extract } = context;
    const { train, test } = splitRows(open("train.csv"), { testSize: 0.19 });
    write("public/train.csv", train);
    write("public/sample_submission.csv", test.with("has_cactus", { float: 0.5 }));
    write("private/test.csv", test);

    const from = await extract("train.zip", "train");
    await zipById(context, asText(train.column("id")), { from, to: "public/train.zip" });
    await zipById(context, asText(test.column("id")), { from, to: "public/test.zip" });
  },
  checks: {
    disjoint: { train: "public/train.csv", test: "private/test.csv", id: "id" },
  },
});
