import { asFloats } from "../frame/as-floats.ts";
import { textAt } from "../frame/as-text.ts";
import { TextColumn } from "../frame/column.ts";
import type { TableView } from "../frame/table-view.ts";
import { alignById } from "../grade/align.ts";
import { requireColumns, requireNumbers, requireSameLength } from "../grade/checks.ts";
import { InvalidSubmission } from "../lib/errors.ts";
import { nanMean } from "../lib/numeric/nan-mean.ts";
import { probabilisticF1 } from "../metrics/probabilistic-f1.ts";
import { firstOfGroups } from "../prepare/first-of-groups.ts";
import { groupRows } from "../prepare/groups.ts";
import { placeById } from "../prepare/place-by-id.ts";
import { splitByColumn } from "../prepare/split-by-column.ts";
import { defineCompetition } from "./define-competition.ts";

const id = "prediction_id";
const target = "cancer";
const testColumns = ["site_id", "patient_id", "image_id", "laterality", "view", "age", "implant", "machine_id"];

export default defineCompetition({
  id: "rsna-breast-cancer-detection",
  metric: "Probabilistic F1",
  submissionFormat:
    "Columns prediction_id and cancer. One row per test breast; cancer is the likelihood of cancer, clipped to the range from 0 to 1.",
  knownProblems: ["A single empty cell gives the whole submission a score of 0."],
  grade(submission, answers) {
    requireColumns(submission, id, target);
    requireSameLength(submission, answers);
    const column = submission.column(target);
    const predictions = column.kind === "bool-with-gaps" ? column.values : requireNumbers(column);
    // Upstream: clipping turns negative numbers into the integer 0, and dividing integers by 0 is an error.
    if (predictions.every((value) => value < 0)) {
      throw new InvalidSubmission(`Column "${target}" has only negative numbers, expected at least one that is not.`);
    }
    const aligned = alignById(submission, answers, id);
    return probabilisticF1(asFloats(aligned.answers.column(target)), asFloats(aligned.submission.column(target)));
  },

  async prepare(context) {
    const { open, write } = context;
    const parts = splitByColumn(open("train.csv"), "patient_id", { testSize: 0.1, seed: 42 });
    const [train, test] = [withPatient(parts.train), withPatient(parts.test)];
    write("public/train.csv", train);
    const breasts = breastIds(test);
    write("public/test.csv", test.select(...testColumns).with(id, breasts));
    // The images of a breast share its label.
    const answers = firstOfGroups(
      test.with(id, breasts).select(id, target),
      groupRows(breasts).map(({ rows }) => rows),
    );
    write("private/answers.csv", answers);
    const rate = nanMean(asFloats(train.column(target)));
    write("public/sample_submission.csv", answers.with(target, { float: rate }));

    for (const [part, table] of Object.entries({ train, test })) {
      placeById(context, imagePaths(table), { from: "train_images", to: `public/${part}_images`, ending: ".dcm" });
    }
  },
  checks: {
    hidden: { file: "public/test.csv", columns: [target] },
  },
});

/** Upstream: among the drawn patients, pandas finds a gap again if they are text, but not if they are numbers. */
function withPatient(table: TableView): TableView {
  const patients = table.column("patient_id");
  return patients.kind === "text" ? table : table.filter((row) => !patients.isGap(row));
}

/** `<patient>_<side>`; a gap if the side is one. */
function breastIds(table: TableView): TextColumn {
  const patients = table.column("patient_id");
  const sides = table.column("laterality");
  const ids = Array.from({ length: table.length }, (_, row) =>
    sides.isGap(row) ? null : `${textAt(patients, row)}_${textAt(sides, row)}`,
  );
  return TextColumn.from(id, ids);
}

/** `<patient>/<image>` of every row with a patient. */
function imagePaths(table: TableView): string[] {
  const patients = table.column("patient_id");
  const images = table.column("image_id");
  const paths: string[] = [];
  for (let row = 0; row < table.length; row += 1) {
    if (!patients.isGap(row)) paths.push(`${textAt(patients, row)}/${textAt(images, row)}`);
  }
  return paths;
}
