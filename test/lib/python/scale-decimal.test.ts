import { expect, test } from "vitest";
import { scaleDecimal } from "../../../src/lib/python/scale-decimal.ts";
import { randomSource } from "../../support/random-source.ts";

/** A whole number of up to 18 digits as the exact sum of two doubles. */
function split(digits: bigint): [high: number, low: number] {
  const high = Number(digits);
  return [high, Number(digits - BigInt(high))];
}

test("a scaled whole number is the double nearest to its decimal text, or NaN if undecided", () => {
  const random = randomSource(11);
  let undecided = 0;
  for (let round = 0; round < 300_000; round += 1) {
    const length = 16 + random.below(3);
    const digits = BigInt(Array.from({ length }, () => random.below(10)).join(""));
    const places = random.below(45);
    const scaled = scaleDecimal(...split(digits), places);
    if (Number.isNaN(scaled)) undecided += 1;
    else if (scaled !== Number(`${digits}e-${places}`)) expect.fail(`${digits}e-${places} gave ${scaled}`);
  }
  // Numbers without decimal places are often exactly halfway between two doubles.
  expect(undecided).toBeLessThan(2000);
});

test("the middle between two doubles is left undecided, its neighbours are decided", () => {
  // 2^53 + 1 is exactly between two doubles.
  expect(scaleDecimal(...split(90071992547409930n), 1)).toBeNaN();
  expect(scaleDecimal(...split(90071992547409929n), 1)).toBe(9007199254740992);
  expect(scaleDecimal(...split(90071992547409931n), 1)).toBe(9007199254740994);
});

test("zero stays zero", () => {
  expect(scaleDecimal(0, 0, 30)).toBe(0);
});
