import { expect, test } from "vitest";
import { formatBytes } from "../../src/lib/format-bytes.ts";

test("sizes are printed in decimal units", () => {
  const printed = [0, 999, 1000, 999_949, 999_950, 1_234_567, 4.83e9, 2e15].map(formatBytes);
  expect(printed).toEqual(["0 B", "999 B", "1.0 kB", "999.9 kB", "1.0 MB", "1.2 MB", "4.8 GB", "2.0 PB"]);
});
