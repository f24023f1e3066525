import { expect, test } from "vitest";
import { decodePng } from "../../../../src/lib/formats/png/decode-png.ts";
import { encodeGrayPng } from "../../../../src/lib/formats/png/encode-png.ts";

test.each([
  [1, 1],
  [24, 24],
  [300, 301],
])("an encoded image of %d x %d decodes to the same samples", (width, height) => {
  const samples = Uint8Array.from({ length: width * height }, (_, index) => (index * 7919) % 256);
  const image = decodePng(encodeGrayPng(width, height, samples));
  expect(image).toMatchObject({ width, height, depth: 8, color: "gray", interlaced: false });
  expect(Buffer.from(image.samples).equals(samples)).toBe(true);
});

test("the wrong number of samples is refused", () => {
  expect(() => encodeGrayPng(2, 2, new Uint8Array(3))).toThrow("3 samples do not fill 2 x 2 pixels");
});
