import { asFloats } from "../frame/as-floats.ts";
import { toLabels } from "../frame/labels.ts";
import { alignById } from "../grade/align.ts";
import { cellsOf, cellTextOrEmpty } from "../grade/cells.ts";
import { requireColumns, requireSameLength } from "../grade/checks.ts";
import { decodeMasks, pixelCounts } from "../grade/masks.ts";
import { mean } from "../lib/numeric/summation.ts";
import { dice } from "../metrics/dice.ts";
import { placeById } from "../prepare/place-by-id.ts";
import { splitRows } from "../prepare/split.ts";
import { uniqueTexts } from "../prepare/unique.ts";
import { defineCompetition } from "./define-competition.ts";

export default defineCompetition({
  id: "hubmap-kidney-segmentation",
  metric: "Mean Dice coefficient",
  submissionFormat:
    "Columns id and predicted: one row per test image, with the mask as run lengths (start length ..., counted from 1, down the columns), empty for an empty mask.",
  knownProblems: ["The public test folder contains polygons of the masks, so the answers can be read from it."],
  grade(submission, answers) {
    requireColumns(submission, "id", "predicted");
    requireSameLength(submission, answers);
    const rows = alignById(submission, answers, "id");
    const heights = asFloats(rows.answers.column("height_pixels"));
    const pixels = pixelCounts(heights, asFloats(rows.answers.column("width_pixels")));
    const predicted = decodeMasks(cellsOf(rows.submission, "predicted", "id"), pixels, cellTextOrEmpty);
    const truth = decodeMasks(cellsOf(rows.answers, "encoding", "id"), pixels, cellTextOrEmpty);
    return mean(Float64Array.from(truth, (mask, image) => dice(mask, predicted[image]!, { bothEmpty: 1 })));
  },

  async prepare(context) {
    const { open, write } = context;
    const images = open("train.csv");
    const { train, test: held } = splitRows(images, { trainSize: 12, testSize: 3 });
    const information = open("HuBMAP-20-dataset_information.csv");
    const imageOfRow = toLabels(information.column("image_file")).map((file) => String(file).replaceAll(".tiff", ""));
    const known = new Set(toLabels(images.column("id")));
    write(
      "public/HuBMAP-20-dataset_information.csv",
      information.filter((row) => known.has(imageOfRow[row]!)),
    );
    write("public/train.csv", train);

    const pairs = toLabels(held.column("id")).flatMap((image, row) =>
      imageOfRow.flatMap((other, place) => (other === image ? [{ row, place }] : [])),
    );
    const places = Uint32Array.from(pairs, (pair) => pair.place);
    const test = held.take(Uint32Array.from(pairs, (pair) => pair.row));
    const sized = ["width_pixels", "height_pixels"].reduce(
      (table, name) => table.with(name, information.column(name).take(places)),
      test,
    );
    write("private/test.csv", sized);
    write("private/gold_submission.csv", test.select("id", "encoding").renamed({ encoding: "predicted" }));
    const sample = test.select("id").with("predicted", "");
    write("public/sample_submission.csv", sample);

    for (const [part, table] of Object.entries({ train, test })) {
      for (const ending of [".tiff", ".json", "-anatomical-structure.json"]) {
        placeById(context, uniqueTexts(table.column("id")), { from: "train", to: `public/${part}`, ending });
      }
    }
    write("public/test/sample_submission.csv", sample);
  },
  checks: {
    disjoint: { train: "public/train.csv", test: "private/test.csv", id: "id" },
  },
});
