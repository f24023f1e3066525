import { expect, test } from "vitest";
import { jaccardOfWords } from "../../src/grade/jaccard-of-words.ts";
import { wordJaccard } from "../../src/metrics/word-jaccard.ts";
import { randomSource } from "../support/random-source.ts";

test("is the metric wordJaccard, whatever the words", () => {
  const random = randomSource(3);
  const words = ["a", "A", "Ä", "ä", "no\u00a0break", "x\ty", "ΟΔΟΣ", "word", "Word.", "", " ", "\u3000", "I\u0307"];
  const text = () => Array.from({ length: random.below(6) }, () => random.pick(words)).join(" ");
  for (let round = 0; round < 200; round += 1) {
    const truth = Array.from({ length: 5 }, text);
    const prediction = Array.from({ length: 5 }, text);
    expect(jaccardOfWords(truth, prediction)).toBe(wordJaccard(truth, prediction));
    expect(jaccardOfWords(truth, prediction, { bothEmpty: 0 })).toBe(wordJaccard(truth, prediction, { bothEmpty: 0 }));
  }
});

test("is the share of common words for a text of a hundred thousand different ones", () => {
  const words = Array.from({ length: 100_000 }, (_, index) => `w${index}`).join(" ");
  expect(jaccardOfWords(["w1 w2"], [words])).toBe(2 / 100_000);
});
