import { sortDescending } from "../lib/numeric/sort-descending.ts";
import { mean, pairwiseSum } from "../lib/numeric/summation.ts";
import { type BoxPose, type RotatedBox, rotatedBox } from "./rotated-box.ts";
import { overlapBound, rotatedBoxOverlap } from "./rotated-box-overlap.ts";

/** A 3D box with a label. */
export interface LabelledBoxPose extends BoxPose {
  readonly label: string;
  /** How certain the prediction is. Ignored in the truth. */
  readonly confidence: number;
}

/**
 * For each threshold, the mean, over the labels of the truth, of the average precision of a scene's predicted boxes.
 * Same as the metric of the 3D object detection for autonomous vehicles competition; scikit-learn has no twin.
 *
 * Predicted boxes are matched in descending order of confidence: a box is correct if the true box that it overlaps most
 * exceeds the threshold and is not taken yet. Predictions with other labels do not count. A label without predictions
 * has a precision of 0. NaN if the scene has no true boxes.
 *
 * Throws a `DetectionError` if `rotatedBox` refuses a box with a label of the truth.
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
 * The true box that overlaps most, the first of several; NaN if any overlap is NaN. Boxes that cannot overlap by more
 * than `lowest` are skipped, because they cannot be a match.
 */
function bestOverlap(trueBoxes: readonly RotatedBox[], predicted: RotatedBox, lowest: number): Overlap {
  let best: Overlap = { overlap: Number.NEGATIVE_INFINITY, box: -1 };
  for (const [box, trueBox] of trueBoxes.entries()) {
    if (overlapBound(trueBox, predicted) < lowest) continue;
    const overlap = rotatedBoxOverlap(trueBox, predicted);
    if (Number.isNaN(overlap)) return { overlap, box };
    if (overlap > best.overlap) best = { overlap, box };
  }
  return best;
}

/** The area under the non-increasing curve of precision over recall, from overlaps in the order of confidence. */
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
