import { describe, expect, test } from "vitest";
import * as metrics from "../../src/metrics/index.ts";

const { rocAuc, sequenceLevenshtein } = metrics;

describe("inputs of different length are refused", () => {
  const calls: Record<string, () => unknown> = {
    accuracy: () => metrics.accuracy([1, 2], [1]),
    angularError: () => metrics.angularError({ azimuth: [1], zenith: [1] }, { azimuth: [], zenith: [] }),
    biasAuc: () => metrics.biasAuc([0, 1], [0, 1], { identities: [[1]] }),
    binaryLogLoss: () => metrics.binaryLogLoss([1], [0.5, 0.5]),
    haversineError: () =>
      metrics.haversineError({ latitude: [1], longitude: [1] }, { latitude: [1, 2], longitude: [1, 2] }),
    kendallTau: () => metrics.kendallTau([["a"]], []),
    klDivergence: () => metrics.klDivergence([1, 0], [1, 0, 0], { classes: 2 }),
    labelWeightedRankingPrecision: () => metrics.labelWeightedRankingPrecision([1, 0], [1, 0], { classes: 3 }),
    laplaceLogLikelihood: () => metrics.laplaceLogLikelihood([1], [1], { confidence: [] }),
    logLoss: () => metrics.logLoss([1, 0, 0], [1, 0, 0], { classes: 2 }),
    logMeanAbsoluteErrorByGroup: () => metrics.logMeanAbsoluteErrorByGroup([1], [1], { groups: ["a", "b"] }),
    macroF1: () => metrics.macroF1(["a"], []),
    matthewsCorrelation: () => metrics.matthewsCorrelation([1], [1, 1]),
    meanAbsoluteError: () => metrics.meanAbsoluteError([1], []),
    meanAveragePrecisionAtK: () => metrics.meanAveragePrecisionAtK([new Set(["a"])], [], { k: 5 }),
    meanColumnwiseRootMeanSquaredError: () => metrics.meanColumnwiseRootMeanSquaredError([[1]], [[1], [2]]),
    meanLevenshtein: () => metrics.meanLevenshtein(["a"], []),
    microF1: () => metrics.microF1([["a"]], []),
    pearson: () => metrics.pearson([1, 2], [1]),
    probabilisticF1: () => metrics.probabilisticF1([1], []),
    quadraticWeightedKappa: () => metrics.quadraticWeightedKappa([1], []),
    rocAuc: () => rocAuc([0, 1], [0.5]),
    rocCurve: () => metrics.rocCurve([0, 1], [0.5]),
    rootMeanSquaredError: () => metrics.rootMeanSquaredError([1], []),
    rootMeanSquaredLogError: () => metrics.rootMeanSquaredLogError([1], []),
    sequenceErrorRate: () => metrics.sequenceErrorRate([[1]], []),
    spearman: () => metrics.spearman([1, 2], [1]),
    weightedMultiLabelLogLoss: () =>
      metrics.weightedMultiLabelLogLoss([1], [0.5], { presentWeights: [1, 1], absentWeights: [1, 1] }),
    weightedRocAuc: () => metrics.weightedRocAuc([0, 1], [0.5]),
    wordJaccard: () => metrics.wordJaccard(["a"], []),
  };
  for (const [name, call] of Object.entries(calls)) {
    test(`${name} throws a RangeError`, () => {
      expect(call).toThrow(RangeError);
    });
  }
});

describe("empty input", () => {
  test("scores NaN if the metric is a mean", () => {
    const scores = [
      metrics.accuracy([], []),
      metrics.angularError({ azimuth: [], zenith: [] }, { azimuth: [], zenith: [] }),
      metrics.binaryLogLoss([], []),
      metrics.generalizedMean([], { power: -5 }),
      metrics.haversineError({ latitude: [], longitude: [] }, { latitude: [], longitude: [] }),
      metrics.kendallTau([], []),
      metrics.klDivergence([], [], { classes: 6 }),
      metrics.labelWeightedRankingPrecision([], [], { classes: 80 }),
      metrics.laplaceLogLikelihood([], [], { confidence: [] }),
      metrics.logLoss([], [], { classes: 3 }),
      metrics.logMeanAbsoluteErrorByGroup([], [], { groups: [] }),
      metrics.macroF1([], []),
      metrics.meanAbsoluteError([], []),
      metrics.meanAveragePrecisionAtK([], [], { k: 5 }),
      metrics.meanColumnwiseRootMeanSquaredError([], []),
      metrics.meanLevenshtein([], []),
      metrics.pearson([], []),
      metrics.probabilisticF1([], []),
      metrics.quadraticWeightedKappa([], []),
      rocAuc([], []),
      metrics.rootMeanSquaredError([], []),
      metrics.rootMeanSquaredLogError([], []),
      metrics.sequenceErrorRate([], []),
      metrics.spearman([], []),
      metrics.weightedMultiLabelLogLoss([], [], { presentWeights: [1], absentWeights: [1] }),
      metrics.weightedRocAuc([], []),
      metrics.wordJaccard([], []),
    ];
    expect(scores).toEqual(scores.map(() => Number.NaN));
  });

  test("scores 0 if there is nothing to find", () => {
    expect(metrics.microF1([], [])).toBe(0);
    expect(metrics.matthewsCorrelation([], [])).toBe(0);
    expect(metrics.averagePrecisionAtK(new Set(), ["a"], { k: 5 })).toBe(0);
  });

  test("has an empty curve", () => {
    expect(metrics.rocCurve([], []).thresholds.length).toBe(0);
  });
});

describe("rocAuc", () => {
  test("refuses a truth with three classes", () => {
    expect(() => rocAuc([0, 1, 2], [0.1, 0.2, 0.3])).toThrow(RangeError);
  });

  test("is NaN if a score is missing", () => {
    expect(rocAuc([0, 1], [Number.NaN, 0.5])).toBeNaN();
  });

  test("accepts plain and typed arrays", () => {
    expect(rocAuc(Uint8Array.of(0, 1, 1), Float64Array.of(0.2, 0.1, 0.3))).toBe(rocAuc([0, 1, 1], [0.2, 0.1, 0.3]));
  });

  test("ranks a million rows", () => {
    const score = Float64Array.from({ length: 1_000_000 }, (_, i) => ((i * 7919) % 1_000_003) / 1_000_003);
    const truth = Uint8Array.from(score, (value, i) => (value + (i % 10) / 20 > 0.7 ? 1 : 0));
    expect(rocAuc(truth, score)).toBeGreaterThan(0.5);
  });
});

test("kendallTau refuses a prediction without one of the items", () => {
  expect(() => metrics.kendallTau([["a", "b"]], [["a", "c"]])).toThrow(RangeError);
});

test("probabilisticF1 is NaN without positives", () => {
  expect(metrics.probabilisticF1([0, 0], [0.5, 0.1])).toBeNaN();
});

test("labelWeightedRankingPrecision is NaN only if a score is missing in a row with labels", () => {
  const score = [Number.NaN, 0.5, 0.2, 0.1];
  expect(metrics.labelWeightedRankingPrecision([0, 0, 1, 0], score, { classes: 2 })).toBe(1);
  expect(metrics.labelWeightedRankingPrecision([1, 0, 1, 0], score, { classes: 2 })).toBeNaN();
});

describe("sequenceLevenshtein", () => {
  test("compares any kind of item", () => {
    expect(sequenceLevenshtein(["ab", "c"], ["a", "bc"])).toBe(2);
    expect(sequenceLevenshtein([1n, 2n], [2n])).toBe(1);
  });

  test("handles more distinct items than there are UTF-16 units", () => {
    const items = Array.from({ length: 70_000 }, (_, i) => i);
    expect(sequenceLevenshtein(items, [3, 1, 69_999])).toBe(69_998);
  });
});
