import { type CocoBoxes, matchCocoBoxes, type ScoredCocoBoxes } from "../lib/geometry/coco-matching.ts";
import { argsort } from "../lib/numeric/argsort.ts";
import { mean } from "../lib/numeric/summation.ts";

export interface CocoOptions {
  /** The intersection over union from which a detection matches a true box. */
  readonly overlap: number;
  /** The id of the first box on both sides; the other ids follow. Default: 1. */
  readonly firstId?: number;
}

const recallSteps = 101;

/**
 * The mean average precision of boxes at one overlap: for every category of the truth the precision at 101 levels of
 * recall, then the mean of all of them. Same as `stats[0]` of pycocotools' `COCOeval` for boxes with one IoU threshold;
 * scikit-learn has no twin.
 *
 * In each image, only the 100 most confident detections of a category count. -1 if the truth has no box with an area
 * between 0 and 10^10.
 *
 * With `firstId: 0`, COCOeval mistakes the id 0 for "no match": a detection that matches the first true box still
 * counts as wrong, and the box that the first detection matched remains available to others.
 *
 * @example cocoAveragePrecision({ images: [0], categories: [1], boxes: [0, 0, 2, 2], areas: [4] }, { images: [0], categories: [1], boxes: [0, 0, 2, 2], areas: [4], scores: [0.9] }, { overlap: 0.5 }) // => 0.9999999999999999
 */
export function cocoAveragePrecision(truth: CocoBoxes, prediction: ScoredCocoBoxes, options: CocoOptions): number {
  const categories = [...new Set(Array.from(truth.categories))].sort((left, right) => left - right);
  const curves = categories
    .map((category) => matchCocoBoxes(truth, prediction, category, options.overlap, options.firstId ?? 1))
    .filter((matching) => matching.truths > 0)
    .map((matching) => precisionAtRecalls(matching.scores, matching.outcomes, matching.truths));
  if (curves.length === 0) return -1;

  const precisions = new Float64Array(recallSteps * curves.length);
  for (let index = 0; index < precisions.length; index++) {
    precisions[index] = curves[index % curves.length]![Math.floor(index / curves.length)]!;
  }
  return mean(precisions);
}

/** The best precision at or above each of 101 levels of recall; 0 beyond the highest recall. */
function precisionAtRecalls(scores: Float64Array, outcomes: Int8Array, truths: number): Float64Array {
  const order = argsort(scores.map((score) => -score));
  const recalls = new Float64Array(order.length);
  const precisions = new Float64Array(order.length);
  let right = 0;
  let wrong = 0;
  order.forEach((detection, rank) => {
    if (outcomes[detection] === 1) right++;
    else if (outcomes[detection] === -1) wrong++;
    recalls[rank] = right / truths;
    precisions[rank] = right / (wrong + right + Number.EPSILON);
  });
  for (let rank = order.length - 1; rank > 0; rank--) {
    if (precisions[rank]! > precisions[rank - 1]!) precisions[rank - 1] = precisions[rank]!;
  }
  const sampled = new Float64Array(recallSteps);
  let rank = 0;
  for (let step = 0; step < recallSteps; step++) {
    const recall = step === recallSteps - 1 ? 1 : step * 0.01;
    while (rank < order.length && recalls[rank]! < recall) rank++;
    sampled[step] = precisions[rank] ?? 0;
  }
  return sampled;
}
