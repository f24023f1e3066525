import { describe, expect, test } from "vitest";
import { whyDoubt, whyStillDoubt } from "../../../../src/agents/search/evaluators/doubt.ts";

const higher = { lowerIsBetter: false, earlier: [], reported: null };
const lower = { ...higher, lowerIsBetter: true };
const history = [0.7, 0.71, 0.72, 0.7, 0.73];

describe("a score", () => {
  test.each([
    ["a perfect score where higher is better", 1, higher, /perfect/],
    ["a perfect score where lower is better", 0, lower, /perfect/],
    ["one where 0 is bad", 0, higher, null],
    ["an error of 1", 1, lower, null],
    ["an ordinary improvement", 0.75, { ...higher, earlier: history }, null],
    ["a jump", 0.95, { ...higher, earlier: history }, /far better than any score before it; the best was 0.73/],
    ["a jump of an error", 0.1, { ...lower, earlier: history }, /far better/],
    ["a step for the worse", 0.1, { ...higher, earlier: history }, null],
    ["a jump from too few scores", 0.95, { ...higher, earlier: history.slice(0, 4) }, null],
    ["a small step from equal scores", 0.72, { ...higher, earlier: [0.7, 0.7, 0.7, 0.7, 0.7, 0.7] }, null],
    ["one like the program's own", 0.8, { ...higher, reported: 0.83 }, null],
    ["one like the negative of the program's own", 0.8, { ...lower, reported: -0.83 }, null],
    ["one unlike the program's own", 0.5, { ...higher, reported: 0.99 }, /far from the 0.99 that the program reported/],
  ])("%s", (_, score, known, doubt) => {
    if (doubt === null) expect(whyDoubt(score, known)).toBeNull();
    else expect(whyDoubt(score, known)).toMatch(doubt);
  });
});

describe("after a second look on other data", () => {
  test.each([
    ["a jump that repeats is believed", [0.95, 0.94], { ...higher, earlier: history }, null],
    [
      "one that does not is not",
      [0.95, 0.6],
      { ...higher, earlier: history },
      "It scored 0.95, then 0.6 on other data.",
    ],
    ["a perfect score that repeats is doubted", [1, 1], higher, "Why."],
    ["unless the program saw it coming", [1, 1], { ...higher, reported: 0.99 }, null],
    ["a score that stays far from the program's own is doubted", [0.9, 0.9], { ...higher, reported: 0.5 }, "Why."],
  ] as const)("%s", (_, scores, known, doubt) => {
    expect(whyStillDoubt("Why.", scores, known)).toBe(doubt);
  });
});
