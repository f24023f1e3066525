import { expect, test } from "vitest";
import { formatSeconds } from "../../src/lib/format-seconds.ts";

test("durations are printed in hours, minutes and seconds", () => {
  expect([0.2, 8, 59.5, 185, 3599.9, 7800].map(formatSeconds)).toEqual([
    "1 s",
    "8 s",
    "1 min 0 s",
    "3 min 5 s",
    "1 h 0 min",
    "2 h 10 min",
  ]);
});
