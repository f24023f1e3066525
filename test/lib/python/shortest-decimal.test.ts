import { describe, expect, test } from "vitest";
import { isShortestDecimal } from "../../../src/lib/python/shortest-decimal.ts";
import { randomSource } from "../../support/random-source.ts";

/** Calls `isShortestDecimal` for a decimal with a point, up to 18 digits and no zero at the end. */
function ask(text: string): boolean {
  const [, fraction = ""] = text.split(".");
  const digits = BigInt(text.replace(".", ""));
  const high = Number(digits);
  return isShortestDecimal(high, Number(digits - BigInt(high)), fraction.length, Number(text.at(-1)));
}

describe("isShortestDecimal", () => {
  test("recognizes nearly everything that doubles print, and nothing else", () => {
    const random = randomSource(5);
    let [printed, recognized] = [0, 0];
    for (let round = 0; round < 200_000; round += 1) {
      const value = (random.below(2 ** 31) / 2 ** 31 + random.below(2 ** 22) / 2 ** 53) * 10 ** (random.below(18) - 3);
      const text = String(value);
      if (!/^\d+\.\d{1,22}$/.test(text) || text.length > 19) continue;
      printed += 1;
      recognized += Number(ask(text));
      // Its neighbours of the same length, and one digit more.
      for (const other of [text.slice(0, -1) + ((Number(text.at(-1)) % 9) + 1), `${text}${1 + random.below(9)}`]) {
        if (other.length > 19 || other === text) continue;
        if (ask(other) && String(Number(other)) !== other) expect.fail(`${other} is not what ${Number(other)} prints`);
      }
    }
    expect(printed).toBeGreaterThan(100_000);
    expect(recognized / printed).toBeGreaterThan(0.99);
  });

  test.each([
    ["0.1", true],
    ["0.30000000000000004", true],
    ["0.30000000000000005", false],
    ["4.669104304630309", true],
    // Exactly in the middle between two decimals of this length: left undecided.
    ["562949953421312.2", null],
    ["1.0000000000000002", true],
    ["1.0000000000000003", false],
    ["0.99999999999999989", false],
    ["0.9999999999999999", true],
    ["123.45600000000001", false],
    ["8.41", true],
  ])("%s: %s", (text, expected) => {
    expect(String(Number(text)) === text).toBe(expected ?? true);
    expect(ask(text)).toBe(expected ?? false);
  });

  test("is right next to powers of two, where doubles are unevenly spaced", () => {
    for (let power = -13; power < 50; power += 1) {
      for (const steps of [-3, -2, -1, 0, 1, 2, 3]) {
        const value = 2 ** power * (1 + steps * 2 ** (steps < 0 ? -53 : -52));
        const text = String(value);
        if (!/^\d+\.\d{1,22}$/.test(text) || text.length > 19) continue;
        const digits = text.length - 1;
        for (const precision of [digits - 1, digits + 1]) {
          const other = value.toPrecision(Math.max(1, Math.min(18, precision)));
          if (/^\d+\.\d*[1-9]$/.test(other)) expect(ask(other) && String(Number(other)) !== other).toBe(false);
        }
      }
    }
  });
});
