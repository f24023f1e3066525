import { expect, test } from "vitest";
import { encodeRunLength } from "../../../src/lib/geometry/encode-run-length.ts";

const encode = (data: number[], ...shape: number[]) =>
  encodeRunLength({ dtype: "<i4", shape, data: Int32Array.from(data) });

test("runs are counted from 1 down the columns and continue in the next column", () => {
  expect(encode([0, 1, 0, 1, 1, 1], 2, 3)).toBe("2 3 6 1");
  expect(encode([0, 1, 0, 1, 1, 1], 2, 3, 1)).toBe("2 3 6 1");
});

test("an empty mask is an empty text, a full one is a single run", () => {
  expect(encode([0, 0, 0, 0], 2, 2)).toBe("");
  expect(encode([1, 1, 1, 1], 2, 2)).toBe("1 4");
});

test("only ones count, whatever their type", () => {
  expect(encode([2, 1, -1, 0], 4)).toBe("2 1");
  expect(encodeRunLength({ dtype: "<i8", shape: [3], data: BigInt64Array.of(1n, 0n, 1n) })).toBe("1 1 3 1");
});

test("further axes vary slowest", () => {
  expect(encode([1, 0, 1, 0, 0, 1, 0, 1], 2, 2, 2)).toBe("1 1 3 1 6 1 8 1");
});
