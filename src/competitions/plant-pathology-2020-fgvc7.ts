import type { Target } from "../contracts/preparation.ts";
import { asText } from "../frame/as-text.ts";
import { TextColumn } from "../frame/column.ts";
import { Frame } from "../frame/frame.ts";
import type { TableView } from "../frame/table-view.ts";
import { alignById } from "../grade/align.ts";
import { requireSameLength } from "../grade/checks.ts";
import { requireExactColumns } from "../grade/exact-columns.ts";
import { meanAuc } from "../grade/mean-auc.ts";
import { rankableScores } from "../grade/rankable-scores.ts";
import { placeFiles } from "../prepare/place-files.ts";
import { splitRows } from "../prepare/split.ts";
import { uniqueTexts } from "../prepare/unique.ts";
import { defineCompetition } from "./define-competition.ts";

const labels = ["healthy", "multiple_diseases", "rust", "scab"];

export default defineCompetition({
  id: "plant-pathology-2020-fgvc7",
  metric: "Mean of the areas under the ROC curve of four labels",
  submissionFormat: `Columns image_id, ${labels.join(", ")} and no others: one row per test image, with a number for every label; higher means more likely.`,
  grade(submission, answers) {
    requireSameLength(submission, answers);
    requireExactColumns(submission, "image_id", ...labels);
    const scores = labels.flatMap((label) => rankableScores([submission.column(label)]));
    const aligned = alignById(Frame.of([submission.column("image_id"), ...scores]), answers, "image_id");
    return meanAuc(
      labels.map((label) => aligned.answers.column(label)),
      labels.map((label) => aligned.submission.column(label)),
    );
  },

  async prepare(context) {
    const { open, write } = context;
    const images = open("train.csv");
    const { train, test } = splitRows(images, { testSize: 0.1 });
    const newIds = new Map<string, string>();
    for (const [number, id] of uniqueTexts(train.column("image_id")).entries()) newIds.set(id, `Train_${number}`);
    for (const [number, id] of uniqueTexts(test.column("image_id")).entries()) newIds.set(id, `Test_${number}`);
    const answers = withIds(test, newIds);
    const sample = labels.reduce((table, label) => table.with(label, { float: 0.25 }), answers.select("image_id"));
    write("public/train.csv", withIds(train, newIds));
    write("public/test.csv", answers.select("image_id"));
    write("public/sample_submission.csv", sample);
    write("private/test.csv", answers);
    const sources = [...newIds].map(([id, newId]) => [`public/images/${newId}.jpg`, `images/${id}.jpg`] as const);
    placeFiles(context, new Map<Target, string>(sources));
  },
  checks: {
    disjoint: { train: "public/train.csv", test: "private/test.csv", id: "image_id" },
    hidden: { file: "public/test.csv", columns: labels },
  },
});

function withIds(table: TableView, newIds: ReadonlyMap<string, string>): TableView {
  const ids = asText(table.column("image_id")).map((id) => newIds.get(id)!);
  return table.with("image_id", TextColumn.from("image_id", ids));
}
