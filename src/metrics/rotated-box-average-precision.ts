import { sortDescending } from "../lib/numeric/sort-descending.ts";
import { mean, pairwiseSum } from "../lib/numeric/summation.ts";
import { type BoxPose, type RotatedBox, rotatedBox } from "./rotated-box.ts";
import { mostOverlap, rotatedBoxOverlap } from "./rotated-box-overlap.ts";

/** A 3D box with what it is and, when predicted, how sure that is. */
export interface LabelledBoxPose extends BoxPose {
  readonly label: string;
  readonly confidence: number;
}

/**
 * For each threshold, the mean over the labels of one scene's truth of the average precision of its predicted boxes.
 * The surest box first is right when the true box it overlaps most, by more than the threshold, is not taken yet.
 * Predictions of other labels do not matter; a label nobody predicted has precision 0; NaN for a scene without truth.
 *
 * Throws `DetectionError` for a box of a label of the truth that `rotatedBox` refuses.
 *
 * @example rotatedBoxAveragePrecision([{ label: "car", confidence: 1, center: [0, 0, 0], size: [2, 4, 2], yaw: 0 }], [{ label: "car", confidence: 1, center: [0, 0, 0.5], size: [2, 4, 2], yaw: 0 }], { thresholds: [0.5] })[0] // => 1
 */
export function rotatedBoxAveragePrecision(
  truth: readonly LabelledBoxPose[],
  prediction: readonly LabelledBoxPose[],
  options: { readonly thresholds: readonly number[] },
): Float64Array {
  const labels = [...new Set(truth.map((box) => box.label))].sort();
  const lowest = Math.min(...options.thresholds);
  const byLabel = labels.map((label) => {
    const boxes = prediction.filter((box) => box.label === label);
    if (boxes.length === 0) return new Float64Array(options.thresholds.length);
    const trueBoxes = truth.filter((box) => box.label === label).map(rotatedBox);
    const overlaps = sortDescending(boxes, (box) => box.confidence).map((box) =>
      bestOverlap(trueBoxes, rotatedBox(box), lowest),
    );
    return Float64Array.from(options.thresholds, (threshold) => precisionAt(threshold, overlaps, trueBoxes.length));
  });
  return Float64Array.from(options.thresholds, (_, index) =>
    mean(Float64Array.from(byLabel, (precisions) => precisions[index]!)),
  );
}

interface Overlap {
  readonly overlap: number;
  readonly box: number;
}

/**
 * The first of the true boxes that overlap most; NaN when any overlap is. Boxes that cannot overlap by more than
 * `lowest` are not measured: which of them overlaps most never matters.
 */
function bestOverlap(trueBoxes: readonly RotatedBox[], predicted: RotatedBox, lowest: number): Overlap {
  let best: Overlap = { overlap: Number.NEGATIVE_INFINITY, box: -1 };
  for (const [box, trueBox] of trueBoxes.entries()) {
    if (mostOverlap(trueBox, predicted) < lowest) continue;
    const overlap = rotatedBoxOverlap(trueBox, predicted);
    if (Number.isNaN(overlap)) return { overlap, box };
    if (overlap > best.overlap) best = { overlap, box };
  }
  return best;
}

/** Area under the curve of precision over recall, precision never rising, from overlaps in the order of confidence. */
function precisionAt(threshold: number, overlaps: readonly Overlap[], truths: number): number {
  const taken = new Uint8Array(truths);
  const recalls = new Float64Array(overlaps.length + 2);
  const precisions = new Float64Array(overlaps.length + 2);
  let right = 0;
  overlaps.forEach(({ overlap, box }, rank) => {
    if (overlap > threshold && taken[box] === 0) {
      taken[box] = 1;
      right++;
    }
    recalls[rank + 1] = right / truths;
    precisions[rank + 1] = right / (rank + 1);
  });
  recalls[overlaps.length + 1] = 1;
  for (let rank = precisions.length - 1; rank > 0; rank--) {
    precisions[rank - 1] = Math.max(precisions[rank - 1]!, precisions[rank]!);
  }
  const areas = new Float64Array(recalls.length);
  let steps = 0;
  for (let rank = 1; rank < recalls.length; rank++) {
    const gain = recalls[rank]! - recalls[rank - 1]!;
    if (gain !== 0) areas[steps++] = gain * precisions[rank]!;
  }
  return pairwiseSum(areas, 0, steps);
}
