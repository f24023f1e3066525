import { describe, expect, test } from "vitest";
import { averagePrecision } from "../../src/metrics/average-precision.ts";
import { boxMeanAveragePrecision, type LabelledBox } from "../../src/metrics/box-mean-average-precision.ts";
import { boxOverlap, type CornerBox } from "../../src/metrics/box-overlap.ts";
import { cocoAveragePrecision } from "../../src/metrics/coco-average-precision.ts";
import { pointInBoxF1 } from "../../src/metrics/point-in-box-f1.ts";
import { readGoldenCases } from "../support/golden-vectors.ts";

describe("average-precision agrees with scikit-learn", () => {
  for (const { title, arguments: values, expected } of readGoldenCases("metrics/average-precision")) {
    const [truth, scores] = values.map((list) => Float64Array.from(list as number[]));
    test(`on ${title}`, () => expect(averagePrecision(truth!, scores!)).toBe(expected));
  }
});

const cornersOf = ([xMin, yMin, xMax, yMax]: number[]): CornerBox => ({
  xMin: xMin!,
  yMin: yMin!,
  xMax: xMax!,
  yMax: yMax!,
});

describe("box-overlap agrees with Python", () => {
  for (const { title, arguments: values, expected } of readGoldenCases("metrics/box-overlap")) {
    const [left, right] = values.map((corners) => cornersOf(corners as number[]));
    test(`on ${title}`, () => expect(boxOverlap(left!, right!)).toBe(expected));
  }
});

type StoredBox = [label: string, confidence: number, ...corners: number[]];

const scene = (boxes: readonly StoredBox[]): LabelledBox[] =>
  boxes.map(([label, confidence, ...corners]) => ({ label, confidence, ...cornersOf(corners) }));

describe("box-mean-average-precision agrees with Python", () => {
  for (const { title, arguments: values, expected } of readGoldenCases("metrics/box-mean-average-precision")) {
    const [truth, prediction] = values.map((images) => (images as StoredBox[][]).map(scene));
    test(`on ${title}`, () => expect(boxMeanAveragePrecision(truth!, prediction!)).toBe(expected));
  }

  const unit: StoredBox = ["a", 1, 0, 0, 1, 1];

  test("a confidence that is not finite is refused only for labels of the truth", () => {
    const truth = [scene([unit]), []];
    for (const confidence of [Number.NaN, Number.POSITIVE_INFINITY]) {
      const odd: StoredBox = ["a", confidence, 0, 0, 1, 1];
      expect(() => boxMeanAveragePrecision(truth, [scene([odd]), []])).toThrow(`has confidence ${confidence}`);
      expect(boxMeanAveragePrecision(truth, [scene([unit, ["b", confidence, 0, 0, 1, 1]]), []])).toBe(1);
    }
  });

  test("a label without wrong detections has no precision", () => {
    expect(() => boxMeanAveragePrecision([scene([unit])], [scene([unit])])).toThrow('every image has a "a" box');
  });
});

/** image, category, x, y, width, height, area, score */
type StoredCocoBox = number[];

function cocoBoxes(stored: readonly StoredCocoBox[]) {
  const column = (index: number): number[] => stored.map((box) => box[index]!);
  return {
    images: column(0),
    categories: column(1),
    boxes: stored.flatMap((box) => box.slice(2, 6)),
    areas: column(6),
    scores: column(7),
  };
}

describe("coco-average-precision agrees with pycocotools", () => {
  for (const { title, arguments: values, expected } of readGoldenCases("metrics/coco-average-precision")) {
    const [truth, prediction, overlap, firstId] = values as [StoredCocoBox[], StoredCocoBox[], number, number];
    test(`on ${title}`, () => {
      expect(cocoAveragePrecision(cocoBoxes(truth), cocoBoxes(prediction), { overlap, firstId })).toBe(expected);
    });
  }

  test("without truth there is no precision", () => {
    const boxes = cocoBoxes([[0, 1, 0, 0, 1, 1, 1, 0.5]]);
    expect(cocoAveragePrecision(cocoBoxes([]), boxes, { overlap: 0.5 })).toBe(-1);
  });
});

describe("point-in-box-f1 agrees with Python", () => {
  for (const { title, arguments: values, expected } of readGoldenCases("metrics/point-in-box-f1")) {
    const pages = values.map((page) =>
      (page as [string, ...number[]][][]).map((entries) => {
        const column = (index: number): number[] => entries.map((entry) => entry[index] as number);
        const labels = entries.map((entry) => entry[0]);
        return { labels, x: column(1), y: column(2), width: column(3), height: column(4) };
      }),
    );
    test(`on ${title}`, () => expect(pointInBoxF1(pages[0]!, pages[1]!)).toBe(expected));
  }
});
