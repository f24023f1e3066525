import { aucByColumn } from "../grade/auc-by-column.ts";
import { placeFolders } from "../prepare/place-by-id.ts";
import { splitRows } from "../prepare/split.ts";
import { uniqueTexts } from "../prepare/unique.ts";
import { defineCompetition } from "./define-competition.ts";

export default defineCompetition({
  id: "rsna-miccai-brain-tumor-radiogenomic-classification",
  metric: "Area under the ROC curve",
  submissionFormat:
    "Columns BraTS21ID and MGMT_value: one row per test case, with the probability from 0 to 1 of MGMT promoter methylation. Leading zeros of the ids do not matter.",
  grade: aucByColumn({ id: "BraTS21ID", target: "MGMT_value" }),

  async prepare(context) {
    const { open, write } = context;
    const kinds = { BraTS21ID: "text", MGMT_value: "int64" } as const;
    const { train, test } = splitRows(open("train_labels.csv", { kinds }), { testSize: 0.1 });
    write("public/train_labels.csv", train);
    write("public/sample_submission.csv", test.with("MGMT_value", { float: 0.5 }));
    write("private/test.csv", test);
    for (const [part, table] of Object.entries({ train, test })) {
      placeFolders(context, uniqueTexts(table.column("BraTS21ID")), { from: "train", to: `public/${part}` });
    }
  },
  checks: {
    disjoint: { train: "public/train_labels.csv", test: "private/test.csv", id: "BraTS21ID" },
  },
});
