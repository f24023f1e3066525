import { DetectionError } from "../lib/geometry/detection-error.ts";
import { sortDescending } from "../lib/numeric/sort-descending.ts";
import { mean } from "../lib/numeric/summation.ts";
import { averagePrecision } from "./average-precision.ts";
import { boxOverlap, type CornerBox } from "./box-overlap.ts";

/** A rectangle with a label. */
export interface LabelledBox extends CornerBox {
  readonly label: string;
  /** How certain the prediction is. Ignored in the truth. */
  readonly confidence: number;
}

/**
 * The mean, over the labels of the truth, of the average precision of predicted boxes. Both sides have the same images
 * in the same order. Same as the metric of the SIIM COVID-19 detection competition, whose average precision is
 * `sklearn.metrics.average_precision_score`.
 *
 * In each image, predicted boxes are matched in descending order of confidence: each one takes the unmatched true box
 * of its label that it overlaps most, if by more than half. The pairs of truth and score for scikit-learn are (1,
 * confidence) for a matched box, (0, confidence) for any other, (1, 0) for an unmatched true box, and (0, 0) for an
 * image without boxes of the label. 0 if the truth has no boxes.
 *
 * Throws a `DetectionError` if a box of a true label has a confidence that is not finite, and if a label has neither a
 * wrong box nor an image without it, which leaves its precision undefined.
 *
 * @example boxMeanAveragePrecision([[{ label: "a", confidence: 1, xMin: 0, yMin: 0, xMax: 1, yMax: 1 }], []], [[{ label: "a", confidence: 0.5, xMin: 0, yMin: 0, xMax: 1, yMax: 0.75 }], []]) // => 1
 */
export function boxMeanAveragePrecision(
  truth: readonly (readonly LabelledBox[])[],
  prediction: readonly (readonly LabelledBox[])[],
): number {
  if (truth.length !== prediction.length) {
    throw new RangeError(`${truth.length} true images but ${prediction.length} predicted images`);
  }
  const labels = [...new Set(truth.flatMap((boxes) => boxes.map((box) => box.label)))].sort();
  let images = prediction;
  const precisions = labels.map((label) => {
    // Upstream: sorts again, in place, for every label, which matters only if NaN makes the order unstable.
    images = images.map((boxes) => sortDescending(boxes, (box) => box.confidence));
    return labelPrecision(label, truth, images);
  });
  return precisions.length === 0 ? 0 : mean(Float64Array.from(precisions));
}

function labelPrecision(
  label: string,
  truth: readonly (readonly LabelledBox[])[],
  prediction: readonly (readonly LabelledBox[])[],
): number {
  const right: number[] = [];
  const confidences: number[] = [];
  const pair = (isRight: number, confidence: number): void => {
    right.push(isRight);
    confidences.push(confidence);
  };
  truth.forEach((trueBoxes, image) => {
    const free = trueBoxes.filter((box) => box.label === label);
    const boxes = prediction[image]!.filter((box) => box.label === label);
    if (free.length === 0 && boxes.length === 0) pair(0, 0);
    for (const box of boxes) {
      const match = bestMatch(box, free);
      if (match >= 0) free.splice(match, 1);
      pair(match >= 0 ? 1 : 0, box.confidence);
    }
    for (let left = free.length; left > 0; left--) pair(1, 0);
  });
  if (right.every((isRight) => isRight === 1)) {
    throw new DetectionError("no-wrong-detection", `every image has a "${label}" box and none of them is wrong`);
  }
  const odd = confidences.find((confidence) => !Number.isFinite(confidence));
  if (odd !== undefined) throw new DetectionError("confidence-not-finite", `a box of "${label}" has confidence ${odd}`);
  return averagePrecision(Float64Array.from(right), Float64Array.from(confidences));
}

function bestMatch(box: LabelledBox, candidates: readonly LabelledBox[]): number {
  let best = -1;
  let bestOverlap = 0.5;
  candidates.forEach((candidate, index) => {
    const overlap = boxOverlap(box, candidate);
    if (overlap > bestOverlap) {
      best = index;
      bestOverlap = overlap;
    }
  });
  return best;
}
