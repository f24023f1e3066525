import { asFloats } from "../frame/as-floats.ts";
import { asText, textAt } from "../frame/as-text.ts";
import { type Column, TextColumn } from "../frame/column.ts";
import { concatColumns } from "../frame/concat-columns.ts";
import { TableView } from "../frame/table-view.ts";
import { alignById } from "../grade/align.ts";
import { requireColumns, requireSameLength } from "../grade/checks.ts";
import { requireProbabilities } from "../grade/require-probabilities.ts";
import { compareCodePoints } from "../lib/compare-code-points.ts";
import { roundHalfEven } from "../lib/numeric/rounding.ts";
import { CPythonRandom } from "../lib/random/cpython-random.ts";
import { weightedMultiLabelLogLoss } from "../metrics/weighted-multi-label-log-loss.ts";
import { rowsIn, rowsNotIn } from "../prepare/groups.ts";
import { placeById, placeFolders } from "../prepare/place-by-id.ts";
import { uniqueTexts } from "../prepare/unique.ts";
import { defineCompetition } from "./define-competition.ts";

const id = "row_id";
const target = "fractured";
const study = "StudyInstanceUID";
const labels = ["patient_overall", "C1", "C2", "C3", "C4", "C5", "C6", "C7"];

export default defineCompetition({
  id: "rsna-2022-cervical-spine-fracture-detection",
  metric: "Weighted multi-label log loss",
  submissionFormat:
    "Columns row_id and fractured. Eight rows per test study (patient_overall and C1 to C7); fractured is the " +
    "probability of a fracture, from 0 to 1.",
  knownProblems: ["Only a tenth of the studies are training data; nine tenths are the test set."],
  grade(submission, answers) {
    requireColumns(submission, id, target);
    requireProbabilities(submission.column(target));
    requireSameLength(submission, answers);
    const aligned = alignById(submission, answers, id);
    const { studies, cells } = findCells(aligned.answers.column(id));
    const toMatrix = (column: Column): Float64Array => {
      const matrix = new Float64Array(studies * labels.length).fill(Number.NaN);
      asFloats(column).forEach((value, row) => {
        if (cells[row]! >= 0) matrix[cells[row]!] = value;
      });
      return matrix;
    };
    return weightedMultiLabelLogLoss(
      toMatrix(aligned.answers.column(target)),
      toMatrix(aligned.submission.column(target)),
      { presentWeights: [14, 2, 2, 2, 2, 2, 2, 2], absentWeights: [7, 1, 1, 1, 1, 1, 1, 1] },
    );
  },

  async prepare(context) {
    const { open, write, list } = context;
    const studies = open("train.csv");
    const boxes = open("train_bounding_boxes.csv");
    const drawn = drawStudies(
      asText(studies.column(study)),
      uniqueTexts(boxes.column(study)).sort(compareCodePoints),
      list("segmentations").flatMap((file) => (file.endsWith(".nii") ? [file.slice(0, -".nii".length)] : [])),
    );
    const train = rowsIn(studies, study, drawn.train);
    const test = rowsNotIn(studies, study, drawn.train);
    const answers = oneRowPerLabel(test);
    write("public/train.csv", train);
    write("public/train_bounding_boxes.csv", rowsIn(boxes, study, drawn.boxed));
    write("public/test.csv", answers.drop(target));
    write("public/sample_submission.csv", answers.select(id).with(target, { float: 0.5 }));
    write("private/answers.csv", answers.select(study, "prediction_type", target, id));

    placeById(context, drawn.segmented, { from: "segmentations", to: "public/segmentations", ending: ".nii" });
    const from = "train_images";
    placeFolders(context, uniqueTexts(train.column(study)), { from, to: "public/train_images" });
    placeFolders(context, uniqueTexts(test.column(study)), { from, to: "public/test_images" });
  },
  checks: {
    hidden: { file: "public/test.csv", columns: [target] },
  },
});

/**
 * Draws a tenth of the studies for training, including a tenth each of those with boxes, with a segmentation and with
 * both.
 */
function drawStudies(all: readonly string[], boxed: readonly string[], segmented: readonly string[]) {
  const random = new CPythonRandom(0);
  const tenth = (ids: readonly string[]): number => roundHalfEven(ids.length * 0.1);
  const withSegmentation = new Set(segmented);
  const overlap = boxed.filter((uid) => withSegmentation.has(uid));
  const withBoth = new Set(overlap);
  const both = random.sample(overlap, tenth(overlap));
  const sampleOthers = (ids: readonly string[], excluded: ReadonlySet<string>, size: number): string[] =>
    random.sample(
      ids.filter((uid) => !excluded.has(uid)),
      size,
    );
  const onlySegmented = sampleOthers(segmented, withBoth, tenth(segmented) - both.length);
  const onlyBoxed = sampleOthers(boxed, withBoth, tenth(boxed) - both.length);
  const special = new Set([...both, ...onlySegmented, ...onlyBoxed]);
  const rest = sampleOthers(all, special, tenth(all) - special.size);
  return {
    train: [...special, ...rest],
    boxed: [...both, ...onlyBoxed],
    segmented: [...both, ...onlySegmented],
  };
}

/** The labels of all studies in one column: all studies of the first label, then of the next. pandas twin: `melt`. */
function oneRowPerLabel(studies: TableView): TableView {
  const uids = studies.column(study);
  const names = studies.names.filter((name) => name !== study);
  const rows = names.flatMap((name) => Array.from({ length: uids.length }, (_, row) => ({ name, row })));
  const repeated = uids.take(Uint32Array.from(rows, ({ row }) => row));
  const types = rows.map(({ name }) => name);
  const rowIds = types.map((type, row) => (repeated.isGap(row) ? null : `${textAt(repeated, row)}_${type}`));
  const values = concatColumns(names.map((name) => studies.column(name)));
  return TableView.of([
    repeated,
    TextColumn.from("prediction_type", types),
    TextColumn.from(id, rowIds),
    values.renamed(target),
  ]);
}

/**
 * The place of each row's value in a matrix of studies (sorted by id) and labels, or -1 for other rows. pandas twin:
 * `pivot`.
 */
function findCells(rowIds: Column): { readonly studies: number; readonly cells: Int32Array } {
  const cells = new Int32Array(rowIds.length);
  const studies = new Map<string, number>();
  for (let row = 0; row < cells.length; row += 1) {
    const rowId = textAt(rowIds, row);
    const cut = rowId.indexOf("_");
    const study = rowId.slice(0, cut);
    if (!studies.has(study)) studies.set(study, studies.size);
    const label = labels.indexOf(rowId.slice(cut + 1));
    cells[row] = label < 0 ? -1 : studies.get(study)! * labels.length + label;
  }
  const sorted = [...studies.keys()].sort(compareCodePoints);
  const places = new Int32Array(sorted.length);
  sorted.forEach((study, place) => {
    places[studies.get(study)!] = place;
  });
  const settled = cells.map((cell) => {
    const label = cell % labels.length;
    return cell < 0 ? -1 : places[(cell - label) / labels.length]! * labels.length + label;
  });
  return { studies: studies.size, cells: settled };
}
