import { type NumberColumn, TextColumn } from "../frame/column.ts";
import { concatColumns } from "../frame/concat-columns.ts";
import { toLabels } from "../frame/labels.ts";
import { TableView } from "../frame/table-view.ts";
import { alignById } from "../grade/align.ts";
import { type Cells, cellError, cellNumber, cellsOf, requireCellText } from "../grade/cells.ts";
import { requireColumns, requireSameLength } from "../grade/checks.ts";
import { InvalidSubmission } from "../lib/errors.ts";
import { DetectionError } from "../lib/geometry/detection-error.ts";
import { splitWhitespace } from "../lib/python/python-text.ts";
import { boxMeanAveragePrecision, type LabelledBox } from "../metrics/box-mean-average-precision.ts";
import { uniqueLabels } from "../prepare/groups.ts";
import { placeFolders } from "../prepare/place-by-id.ts";
import { sortRows } from "../prepare/sort-rows.ts";
import { splitRows } from "../prepare/split.ts";
import { uniqueTexts } from "../prepare/unique.ts";
import { defineCompetition } from "./define-competition.ts";

const wordsPerBox = 6;
const studyLabels = ["negative", "typical", "indeterminate", "atypical"];

export default defineCompetition({
  id: "siim-covid19-detection",
  metric: "Mean average precision of boxes with an overlap above 0.5",
  submissionFormat:
    "Columns id and PredictionString: one row per study and per image, with boxes as `label confidence xmin ymin xmax ymax` separated by blanks, or `none 1 0 0 1 1` for an image without boxes.",
  knownProblems: ["Boxes with a label that is not in the answers are ignored."],
  grade(submission, answers) {
    requireSameLength(submission, answers);
    requireColumns(submission, "id", "PredictionString");
    const rows = alignById(submission, answers, "id");
    const boxes = (cells: Cells): LabelledBox[][] =>
      Array.from({ length: cells.column.length }, (_, row) => readBoxes(cells, row));
    const predicted = boxes(cellsOf(rows.submission, "PredictionString", "id"));
    const truth = boxes(cellsOf(rows.answers, "PredictionString", "id"));
    try {
      return boxMeanAveragePrecision(truth, predicted);
    } catch (error) {
      if (!(error instanceof DetectionError)) throw error;
      throw new InvalidSubmission(`Column "PredictionString": ${error.message}.`, { cause: error });
    }
  },

  async prepare(context) {
    const { open, write } = context;
    const studies = splitRows(open("train_study_level.csv"), { testSize: 0.1 });
    const parts = { train: sortRows(studies.train, "id"), test: sortRows(studies.test, "id") };
    const images = open("train_image_level.csv");
    const studyOfImage = toLabels(images.column("StudyInstanceUID"));
    const imagesOf = (table: TableView): TableView => {
      const ids = new Set(uniqueLabels(table.column("id")));
      const chosen = images.filter((row) => studyOfImage[row] !== null && ids.has(`${studyOfImage[row]}_study`));
      return sortRows(chosen, "id");
    };
    const testImages = imagesOf(parts.test);
    write("public/train_study_level.csv", parts.train);
    write("public/train_image_level.csv", imagesOf(parts.train));

    const ids = concatColumns([parts.test.column("id"), testImages.column("id")]);
    const appearances = appearancesOf(parts.test).map((label) => `${label} 1 0 0 1 1`);
    const boxes = testImages.column("label").renamed("PredictionString");
    const guesses = [...appearances.map(() => "negative 1 0 0 1 1"), ...toLabels(boxes).map(() => "none 1 0 0 1 1")];
    write("public/sample_submission.csv", TableView.of([ids, TextColumn.from("PredictionString", guesses)]));
    const truth = concatColumns([TextColumn.from("PredictionString", appearances), boxes]);
    write("private/test.csv", TableView.of([ids, truth]));

    for (const [part, table] of Object.entries(parts)) {
      const folders = uniqueTexts(table.column("id")).map((id) => id.replaceAll("_study", ""));
      placeFolders(context, folders, { from: "train", to: `public/${part}` });
    }
  },
  checks: {
    disjoint: { train: "public/train_study_level.csv", test: "private/test.csv", id: "id" },
  },
});

/** The label of a study: the first of its highest columns. The columns after the id have the order of the labels. */
function appearancesOf(studies: TableView): string[] {
  const columns = studies.names.slice(1).map((name) => (studies.column(name) as NumberColumn).values);
  return Array.from({ length: studies.length }, (_, row) => {
    const values = columns.map((column) => (Number.isNaN(column[row]!) ? Number.NEGATIVE_INFINITY : column[row]!));
    return studyLabels[values.indexOf(Math.max(...values))]!;
  });
}

function readBoxes(cells: Cells, row: number): LabelledBox[] {
  const words = splitWhitespace(requireCellText(cells, row));
  if (words.length % wordsPerBox !== 0) {
    throw cellError(cells, row, `found ${words.length} words, expected ${wordsPerBox} per box`);
  }
  return Array.from({ length: words.length / wordsPerBox }, (_, box) => {
    const [label, ...rest] = words.slice(box * wordsPerBox, (box + 1) * wordsPerBox);
    const [confidence, xMin, yMin, xMax, yMax] = rest.map((word) => cellNumber(cells, row, word));
    return { label: label!, confidence: confidence!, xMin: xMin!, yMin: yMin!, xMax: xMax!, yMax: yMax! };
  });
}
