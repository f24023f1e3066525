import { expect, test } from "vitest";
import { didYouMean } from "../../src/lib/did-you-mean.ts";

const names = ["AI4Code", "spaceship-titanic", "herbarium-2020-fgvc7", "herbarium-2021-fgvc8", "herbarium-2022-fgvc9"];

test("names the one candidate that differs by a typo", () => {
  expect(didYouMean("spaceship-titanik", names)).toBe(" Did you mean `spaceship-titanic`?");
});

test("ignores letter case", () => {
  expect(didYouMean("ai4code", names)).toBe(" Did you mean `AI4Code`?");
});

test("finds candidates that contain the word and names three at most", () => {
  expect(didYouMean("herbarium", names)).toBe(
    " Did you mean `herbarium-2020-fgvc7`, `herbarium-2021-fgvc8` or `herbarium-2022-fgvc9`?",
  );
});

test("says nothing when nothing is close", () => {
  expect(didYouMean("completely-different", names)).toBe("");
  expect(didYouMean("", names)).toBe("");
});
