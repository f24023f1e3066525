import { expect, test } from "vitest";
import { localIsoTime } from "../../src/lib/local-iso-time.ts";

test("prints local time with six decimals and no zone", () => {
  expect(localIsoTime(new Date(2025, 9, 2, 0, 42, 36, 373))).toBe("2025-10-02T00:42:36.373000");
  expect(localIsoTime(new Date(2025, 0, 1))).toBe("2025-01-01T00:00:00.000000");
});
