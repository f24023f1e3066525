import { describe, expect, test } from "vitest";
import * as metrics from "../../src/metrics/index.ts";
import { readGoldenCases } from "../support/golden-vectors.ts";

const logarithm = "V8's logarithm may differ from numpy's in the last bit";
const trigonometry = "V8's trigonometric functions may differ from numpy's in the last bit";
const power = "V8's power function may differ from C's in the last bits";

/** Metrics whose results cannot match to the last bit, and why. All others must agree exactly. */
const inexact: Record<string, string> = {
  "angular-error": trigonometry,
  "bias-auc": power,
  "binary-log-loss": logarithm,
  "generalized-mean": power,
  "haversine-error": trigonometry,
  "kl-divergence": logarithm,
  "laplace-log-likelihood": logarithm,
  "log-loss": logarithm,
  "log-mean-absolute-error-by-group": logarithm,
  pearson: "BLAS adds the products of pearsonr in an order that depends on the processor",
  "root-mean-squared-log-error": logarithm,
  "weighted-multi-label-log-loss": logarithm,
};

const names = [
  "accuracy",
  "angular-error",
  "bias-auc",
  "binary-log-loss",
  "generalized-mean",
  "haversine-error",
  "kendall-tau",
  "kl-divergence",
  "label-weighted-ranking-precision",
  "laplace-log-likelihood",
  "levenshtein",
  "log-loss",
  "log-mean-absolute-error-by-group",
  "macro-f1",
  "matthews-correlation",
  "mean-absolute-error",
  "mean-average-precision-at-k",
  "mean-columnwise-root-mean-squared-error",
  "mean-levenshtein",
  "micro-f1",
  "pearson",
  "probabilistic-f1",
  "quadratic-weighted-kappa",
  "roc-auc",
  "roc-curve",
  "root-mean-squared-error",
  "root-mean-squared-log-error",
  "sequence-error-rate",
  "spearman",
  "weighted-multi-label-log-loss",
  "weighted-roc-auc",
  "word-jaccard",
];

function metricNamed(name: string): (...values: unknown[]) => unknown {
  const exportName = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  return (metrics as Record<string, unknown>)[exportName] as (...values: unknown[]) => unknown;
}

function plain(value: unknown): unknown {
  if (ArrayBuffer.isView(value)) return Array.from(value as Float64Array);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
}

function expectClose(actual: number, expected: number): void {
  if (Object.is(actual, expected)) return;
  expect(Math.abs(actual - expected) / Math.abs(expected), `${actual} instead of ${expected}`).toBeLessThan(1e-15);
}

for (const name of names) {
  describe(`${name} agrees with Python`, () => {
    for (const { title, arguments: values, expected } of readGoldenCases(`metrics/${name}`)) {
      test(`on ${title}`, () => {
        const actual = plain(metricNamed(name)(...values));
        if (name in inexact) expectClose(actual as number, expected as number);
        else expect(actual).toStrictEqual(expected);
      });
    }
  });
}
