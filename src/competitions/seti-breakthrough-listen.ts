import { aucByColumn } from "../grade/auc-by-column.ts";
import { placeById } from "../prepare/place-by-id.ts";
import { splitRows } from "../prepare/split.ts";
import { uniqueTexts } from "../prepare/unique.ts";
import { defineCompetition } from "./define-competition.ts";

export default defineCompetition({
  id: "seti-breakthrough-listen",
  metric: "Area under the ROC curve",
  submissionFormat:
    "Columns id and target: one row per test snippet, with the probability from 0 to 1 that it contains a signal.",
  grade: aucByColumn({ id: "id", target: "target" }),

  async prepare(context) {
    const { open, placeTree, write } = context;
    const { train, test } = splitRows(open("train_labels.csv"), { testSize: 0.1 });
    write("public/train_labels.csv", train);
    write("public/sample_submission.csv", test.with("target", { float: 0.5 }));
    write("private/test.csv", test);
    placeTree("old_leaky_data", "public/old_leaky_data");
    for (const [part, table] of Object.entries({ train, test })) {
      // Snippets are in folders named after the first character of their id.
      const paths = uniqueTexts(table.column("id")).map((id) => `${[...id][0]}/${id}`);
      placeById(context, paths, { from: "train", to: `public/${part}`, ending: ".npy" });
    }
  },
  checks: {
    disjoint: { train: "public/train_labels.csv", test: "private/test.csv", id: "id" },
  },
});
