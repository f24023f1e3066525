/** The labelled boxes of a page, one column per property. */
export interface PageBoxes {
  readonly labels: readonly string[];
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
  readonly width: ArrayLike<number>;
  readonly height: ArrayLike<number>;
}

/** The labelled points predicted for a page, one column per property. */
export interface PagePoints {
  readonly labels: readonly string[];
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
}

/**
 * The F1 score of labelled points over all pages: a point is correct if it is strictly inside a true box with the same
 * label. Same as the metric of the Kuzushiji recognition competition; scikit-learn has no twin.
 *
 * Each box, in order, takes the first matching point that is not taken yet. NaN coordinates never match. 0 if no point
 * is correct, and for empty input.
 *
 * @example pointInBoxF1([{ labels: ["a"], x: [0], y: [0], width: [9], height: [9] }], [{ labels: ["a", "b"], x: [3, 3], y: [3, 3] }]) // => 0.6666666666666666
 */
export function pointInBoxF1(truth: readonly PageBoxes[], prediction: readonly PagePoints[]): number {
  if (truth.length !== prediction.length) {
    throw new RangeError(`${truth.length} true pages but ${prediction.length} predicted pages`);
  }
  let hits = 0;
  let boxes = 0;
  let points = 0;
  for (let page = 0; page < truth.length; page++) {
    hits += pageHits(truth[page]!, prediction[page]!);
    boxes += truth[page]!.labels.length;
    points += prediction[page]!.labels.length;
  }
  if (hits === 0) return 0;
  const precision = hits / points;
  const recall = hits / boxes;
  return (2 * precision * recall) / (precision + recall);
}

function pageHits(truth: PageBoxes, points: PagePoints): number {
  const open = pointsByLabel(points.labels);
  let hits = 0;
  truth.labels.forEach((label, box) => {
    const candidates = open.get(label);
    if (candidates === undefined) return;
    const left = truth.x[box]!;
    const right = left + truth.width[box]!;
    const top = truth.y[box]!;
    const bottom = top + truth.height[box]!;
    const found = candidates.findIndex((point) => {
      const x = points.x[point]!;
      const y = points.y[point]!;
      return left < x && right > x && top < y && bottom > y;
    });
    if (found < 0) return;
    hits++;
    candidates.splice(found, 1);
  });
  return hits;
}

function pointsByLabel(labels: readonly string[]): Map<string, number[]> {
  const byLabel = new Map<string, number[]>();
  labels.forEach((label, point) => {
    const points = byLabel.get(label);
    if (points === undefined) byLabel.set(label, [point]);
    else points.push(point);
  });
  return byLabel;
}
