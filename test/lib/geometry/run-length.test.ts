import { describe, expect, test } from "vitest";
import { decodeRunLength, RunLengthError } from "../../../src/lib/geometry/run-length.ts";
import {
  maskArea,
  maskFromPixels,
  maskIntersection,
  maskUnion,
  type RunMask,
} from "../../../src/lib/geometry/run-mask.ts";
import { readGoldenCases } from "../../support/golden-vectors.ts";

function pixelsOf(mask: RunMask): string {
  const line = new Uint8Array(mask.pixels);
  for (const [run, start] of mask.starts.entries()) line.fill(1, start, mask.ends[run]);
  return line.join("");
}

function decoded(text: string, pixels: number): string {
  try {
    return pixelsOf(decodeRunLength(text, pixels));
  } catch (error) {
    if (error instanceof RunLengthError) return error.problem;
    throw error;
  }
}

describe("run lengths decode as in numpy", () => {
  for (const { title, arguments: values, expected } of readGoldenCases("lib/run-length")) {
    test(title, () => expect(decoded(values[0] as string, values[1] as number)).toBe(expected));
  }
});

test("an error names the number that is wrong", () => {
  expect(() => decodeRunLength("5 1 4 1", 20)).toThrow("start 4 comes after start 5");
  expect(() => decodeRunLength("1 5 3 1", 20)).toThrow("run 2 (start 3) overlaps");
  expect(() => decodeRunLength("1 zero", 20)).toThrow('"zero" is not a whole number');
  expect(() => decodeRunLength("1 -2", 20)).toThrow("length -2 is not positive");
});

test("an image of a billion pixels costs no more than its runs", () => {
  const pixels = 40_000 * 40_000;
  const text = Array.from({ length: 100_000 }, (_, run) => `${run * 15_000 + 1} 9000`).join(" ");
  const mask = decodeRunLength(text, pixels);
  expect(maskArea(mask)).toBe(900_000_000);
  expect(maskIntersection(mask, decodeRunLength(`1 ${pixels}`, pixels))).toBe(900_000_000);
  expect(maskIntersection(mask, decodeRunLength("9000 6001", pixels))).toBe(1);
});

test("areas, intersections and unions agree with pixels", () => {
  let state = 1;
  const random = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  for (let round = 0; round < 200; round++) {
    const density = random();
    const length = Math.floor(random() * 60);
    const lines = [0, 1, 2].map(() => Uint8Array.from({ length }, () => (random() < density ? 1 : 0)));
    const masks = lines.map(maskFromPixels);
    expect(masks.map(pixelsOf)).toStrictEqual(lines.map((line) => line.join("")));
    expect(maskArea(masks[0]!)).toBe(lines[0]!.filter((pixel) => pixel === 1).length);
    const both = lines[0]!.filter((pixel, index) => pixel === 1 && lines[1]![index] === 1);
    expect(maskIntersection(masks[0]!, masks[1]!)).toBe(both.length);
    const any = lines[0]!.map((pixel, index) => pixel | lines[1]![index]! | lines[2]![index]!);
    expect(pixelsOf(maskUnion(masks))).toBe(any.join(""));
  }
});
