import { type CocoBoxes, matchCocoBoxes, type ScoredCocoBoxes } from "../lib/geometry/coco-matching.ts";
import { argsort } from "../lib/numeric/argsort.ts";
import { mean } from "../lib/numeric/summation.ts";

/** How `cocoAveragePrecision` evaluates. */
export interface CocoOptions {
  /** A detection may match a true box that it overlaps at least this much. */
  readonly overlap: number;
  /** The id of the first box of both sides; ids count on from it. 1 unless told. */
  readonly firstId?: number;
}

const recallSteps = 101;

/**
 * Mean average precision of boxes at one overlap, as `stats[0]` of pycocotools' `COCOeval` for boxes with one IoU
 * threshold: for every category of the truth the precision at 101 levels of recall, then the mean over all of them. At
 * most the 100 surest detections of a category in an image count. -1 when the truth holds no box of a sane area.
 *
 * With `firstId: 0` the first box of either side shows how COCOeval takes the id 0 for "no match": what matches the
 * first true box still counts as wrong, and what the first detection matched stays free for others.
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

/** The best precision that still reaches each of 101 levels of recall; 0 beyond the highest recall. */
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
