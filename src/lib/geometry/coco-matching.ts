import { argsort } from "../numeric/argsort.ts";

/** Boxes, one column per property. Images may have any numbers. */
export interface CocoBoxes {
  readonly images: ArrayLike<number>;
  readonly categories: ArrayLike<number>;
  /** Four numbers per box: x, y, width, height. */
  readonly boxes: ArrayLike<number>;
  readonly areas: ArrayLike<number>;
}

/** Detected boxes with their confidence scores. */
export interface ScoredCocoBoxes extends CocoBoxes {
  readonly scores: ArrayLike<number>;
}

/** The outcome of each detection of a category, image by image: 1 correct, -1 wrong, 0 ignored. */
interface CocoMatching {
  readonly scores: Float64Array;
  readonly outcomes: Int8Array;
  /** How many true boxes had to be found. */
  readonly truths: number;
}

const mostDetections = 100;
const largestArea = 1e10;

/**
 * Matches the detections of one category with its true boxes, image by image in the order of image numbers, as
 * pycocotools' `COCOeval.evaluateImg` does for all areas. True boxes with an area below 0 or above 10^10 need not be
 * found.
 */
export function matchCocoBoxes(
  truth: CocoBoxes,
  prediction: ScoredCocoBoxes,
  category: number,
  overlap: number,
  firstId: number,
): CocoMatching {
  const trueBoxes = byImage(truth, category);
  const detections = byImage(prediction, category);
  const images = [...new Set([...trueBoxes.keys(), ...detections.keys()])].sort((left, right) => left - right);
  const scores: number[] = [];
  const outcomes: number[] = [];
  let truths = 0;
  for (const image of images) {
    const candidates = trueBoxes.get(image) ?? [];
    const needed = candidates.filter((box) => hasSaneArea(truth, box));
    const surest = surestFirst(prediction, detections.get(image) ?? []);
    // Boxes that must be found come first; the others are matched only if none of those fits.
    const ordered = [...needed, ...candidates.filter((box) => !hasSaneArea(truth, box))];
    outcomes.push(...matchImage(truth, ordered, needed.length, prediction, surest, overlap, firstId));
    for (const detection of surest) scores.push(prediction.scores[detection]!);
    truths += needed.length;
  }
  return { scores: Float64Array.from(scores), outcomes: Int8Array.from(outcomes), truths };
}

function matchImage(
  truth: CocoBoxes,
  candidates: readonly number[],
  needed: number,
  prediction: ScoredCocoBoxes,
  detections: readonly number[],
  overlap: number,
  firstId: number,
): number[] {
  const taken = new Uint8Array(candidates.length);
  return detections.map((detection) => {
    let match = -1;
    let best = Math.min(overlap, 1 - 1e-10);
    for (let index = 0; index < candidates.length; index++) {
      if (taken[index] === 1) continue;
      if (match >= 0 && match < needed && index >= needed) break;
      const overlapHere = cocoOverlap(prediction.boxes, detection, truth.boxes, candidates[index]!);
      // Not `!(overlapHere >= best)`: an overlap of NaN is accepted, and so is every later one.
      if (overlapHere < best) continue;
      best = overlapHere;
      match = index;
    }
    if (match >= 0 && detection + firstId > 0) taken[match] = 1;
    if (match >= needed) return 0;
    if (match >= 0 && candidates[match]! + firstId !== 0) return 1;
    return hasSaneArea(prediction, detection) ? -1 : 0;
  });
}

function byImage(boxes: CocoBoxes, category: number): Map<number, number[]> {
  const groups = new Map<number, number[]>();
  for (let box = 0; box < boxes.images.length; box++) {
    if (boxes.categories[box] !== category) continue;
    const group = groups.get(boxes.images[box]!);
    if (group === undefined) groups.set(boxes.images[box]!, [box]);
    else group.push(box);
  }
  return groups;
}

function surestFirst(prediction: ScoredCocoBoxes, detections: readonly number[]): number[] {
  const order = argsort(Float64Array.from(detections, (detection) => -prediction.scores[detection]!));
  return Array.from(order.subarray(0, mostDetections), (index) => detections[index]!);
}

function hasSaneArea(boxes: CocoBoxes, box: number): boolean {
  return !(boxes.areas[box]! < 0 || boxes.areas[box]! > largestArea);
}

/** pycocotools' intersection over union. C's fmin and fmax ignore NaN, so one of the corners may be NaN. */
function cocoOverlap(left: ArrayLike<number>, leftBox: number, right: ArrayLike<number>, rightBox: number): number {
  const l = 4 * leftBox;
  const r = 4 * rightBox;
  const width = sharedSide(left[l]!, left[l + 2]!, right[r]!, right[r + 2]!);
  if (width <= 0) return 0;
  const height = sharedSide(left[l + 1]!, left[l + 3]!, right[r + 1]!, right[r + 3]!);
  if (height <= 0) return 0;
  const shared = width * height;
  return shared / (left[l + 2]! * left[l + 3]! + right[r + 2]! * right[r + 3]! - shared);
}

function sharedSide(start: number, length: number, otherStart: number, otherLength: number): number {
  const end = length + start;
  const otherEnd = otherLength + otherStart;
  const lastEnd = Number.isNaN(end) ? otherEnd : Number.isNaN(otherEnd) ? end : Math.min(end, otherEnd);
  const lastStart = Number.isNaN(start) ? otherStart : Number.isNaN(otherStart) ? start : Math.max(start, otherStart);
  return lastEnd - lastStart;
}
