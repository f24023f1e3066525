import { expect, test } from "vitest";
import { parseDuration, parseMemory } from "../../src/lib/parse-quantity.ts";

test("durations are numbers with units, or seconds", () => {
  expect(["24h", "90m", "1h30m", "3600", "1.5s", "250ms", "2d"].map(parseDuration)).toEqual([
    86_400_000, 5_400_000, 5_400_000, 3_600_000, 1500, 250, 172_800_000,
  ]);
  for (const text of ["", "h", "1x", "-1h", "1h-", "0", "1 h"]) expect(() => parseDuration(text)).toThrow();
});

test("sizes are numbers with units, or mebibytes", () => {
  expect(["16g", "512m", "512", "1.5G", "2GiB", "1024k", "1TB"].map(parseMemory)).toEqual([
    16_384, 512, 512, 1536, 2048, 1, 1_048_576,
  ]);
  for (const text of ["", "g", "-1g", "1x", "0"]) expect(() => parseMemory(text)).toThrow();
});
