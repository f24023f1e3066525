import { expect, test } from "vitest";
import { isLabelName } from "../../../../src/results/audit/leaks/label-words.ts";

test.each(["Video.Labels", "ground_truth", "trueAnswer", "image annotations", "-labels", "fare_amount"])(
  "%s is a name of answers",
  (name) => {
    expect(isLabelName(name, ["fare_amount"])).toBe(true);
  },
);

test.each(["no-label", "label_map", "long_answer_candidates", "unlabelled", "Tests", ""])("%s is not", (name) => {
  expect(isLabelName(name, ["fare_amount"])).toBe(false);
});
