import { statSync } from "node:fs";
import { join } from "node:path";
import { asFloats } from "../../frame/as-floats.ts";
import { asText } from "../../frame/as-text.ts";
import { NumberColumn } from "../../frame/column.ts";
import type { Frame } from "../../frame/frame.ts";
import { sortOrder } from "../../frame/sort-order.ts";
import { cellError, cellsOf, cellTextOrEmpty, requireCellText } from "../../grade/cells.ts";
import { requireColumns } from "../../grade/checks.ts";
import { decodeMasks, pixelCounts } from "../../grade/masks.ts";
import { maskUnion, type RunMask } from "../../lib/geometry/run-mask.ts";
import type { VoxelVolume } from "../../lib/geometry/voxel-columns.ts";
import { nanMean } from "../../lib/numeric/nan-mean.ts";
import { dice } from "../../metrics/dice.ts";
import { hausdorffDistance } from "../../metrics/hausdorff-distance.ts";
import { splitList } from "../../prepare/split.ts";
import { defineCompetition } from "../define-competition.ts";
import { imageSizes, lateDays, parseScan } from "./scans.ts";

export default defineCompetition({
  id: "uw-madison-gi-tract-image-segmentation",
  metric: "0.4 x mean Dice coefficient + 0.6 x (1 - mean 3D Hausdorff distance)",
  submissionFormat:
    "Columns id, class and predicted: one row per slice and organ in exactly the sample's order, with the mask as run lengths (start length ..., counted from 1, down the columns), empty for an empty mask.",
  knownProblems: [
    "Rows are compared by position: a submission in another order is scored wrongly without a warning.",
    "A prediction with more than ten times the true voxels of a day gets the largest distance without being measured.",
    "The distance does not distinguish the three organs.",
  ],
  grade(submission, answers) {
    requireColumns(submission, "id", "class", "predicted");
    // Upstream: rows are paired by position, not by id, and extra rows of either table are dropped.
    const count = Math.min(submission.length, answers.length);
    const heights = asFloats(answers.column("image_height"));
    const widths = asFloats(answers.column("image_width"));
    const pixels = pixelCounts(heights, widths);
    const predicted = decodeMasks(cellsOf(submission, "predicted", "id"), pixels.subarray(0, count), cellTextOrEmpty);
    const truth = decodeMasks(cellsOf(answers, "predicted", "id"), pixels, cellTextOrEmpty);
    const trueVolumes = volumesByDay(answers, truth, heights, widths);
    const distances = volumesByDay(submission, predicted, heights, widths)
      .slice(0, trueVolumes.length)
      .map((volume, day) => hausdorffDistance(trueVolumes[day]!, volume));
    const overlap = nanMean(Float64Array.from(predicted, (mask, row) => dice(truth[row]!, mask)));
    return 0.4 * overlap + 0.6 * (1 - nanMean(Float64Array.from(distances)));
  },

  async prepare(context) {
    const { open, write } = context;
    const slices = open("train.csv");
    const scans = asText(slices.column("id")).map(parseScan);
    const cases = [...new Set(scans.map((scan) => scan.case))];
    const heldCases = new Set(splitList(cases, { testSize: 0.1, seed: 42 }).test);
    const heldDays = lateDays(scans.filter((scan) => !heldCases.has(scan.case)));
    const isHeld = (row: number): boolean => heldCases.has(scans[row]!.case) || heldDays.has(scans[row]!.folder);

    const test = slices.filter(isHeld);
    const [widths, heights] = imageSizes(
      context,
      scans.filter((_, row) => isHeld(row)),
    );
    const sized = test
      .with("image_width", new NumberColumn("image_width", "float64", widths))
      .with("image_height", new NumberColumn("image_height", "float64", heights));
    const renaming = { segmentation: "predicted" };
    write(
      "public/train.csv",
      slices.filter((row) => !isHeld(row)),
    );
    write("public/test.csv", test.drop("segmentation"));
    write("public/sample_submission.csv", test.with("segmentation", "1 1 5 2").renamed(renaming));
    write("private/test.csv", sized.renamed(renaming));

    for (const name of cases) {
      for (const entry of context.list(`train/${name}`)) {
        const [from, inside] = [`train/${name}/${entry}`, `${name}/${entry}`];
        const to = `public/${heldCases.has(name) || heldDays.has(entry) ? "test" : "train"}/${inside}` as const;
        if (statSync(join(context.raw, from)).isDirectory()) context.placeTree(from, to);
        else context.place(from, to);
      }
    }
  },
  checks: {
    hidden: { file: "public/test.csv", columns: ["segmentation", "predicted"] },
  },
});

/** One volume per case and day, in order of ids: slices are stacked in that order, the organs of a slice combined. */
function volumesByDay(
  frame: Frame,
  masks: readonly RunMask[],
  heights: Float64Array,
  widths: Float64Array,
): VoxelVolume[] {
  const rows = frame.take(Uint32Array.from(masks.keys()));
  const cells = cellsOf(rows, "id", "id");
  const ids = Array.from(masks, (_, row) => requireCellText(cells, row));
  const order = sortOrder(cells.column) ?? masks.keys();
  const days = new Map<string, { first: number; slices: Map<string, RunMask[]> }>();
  for (const row of order) {
    const id = ids[row]!;
    const day = id.split("_slice_")[0]!;
    if (!days.has(day)) days.set(day, { first: row, slices: new Map() });
    const { first, slices } = days.get(day)!;
    if (heights[row] !== heights[first] || widths[row] !== widths[first]) {
      throw cellError(
        cells,
        row,
        `its place in the file belongs to an image of another size than that of "${ids[first]}"`,
      );
    }
    if (slices.has(id)) slices.get(id)!.push(masks[row]!);
    else slices.set(id, [masks[row]!]);
  }
  return Array.from(days.values(), ({ first, slices }) => ({
    height: heights[first]!,
    width: widths[first]!,
    slices: Array.from(slices.values(), maskUnion),
  }));
}
