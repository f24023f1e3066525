import { expect, test } from "vitest";
import { imageTexts } from "../../../src/lib/formats/image-texts.ts";
import { jpegWithDescription } from "../../results/audit/leaks/small-images.ts";

test("reads Exif tags of a JPEG file", () => {
  expect([...imageTexts(jpegWithDescription("a melanoma"))]).toEqual([["ImageDescription", "a melanoma"]]);
});

test("reads text chunks of a PNG file", () => {
  const data = Buffer.from("Comment\0class 3", "latin1");
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length);
  head.write("tEXt", 4);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]);
  expect([...imageTexts(Buffer.concat([signature, head, data, Buffer.alloc(4)]))]).toEqual([["Comment", "class 3"]]);
});

test("files that are cut off or something else have no texts", () => {
  const whole = jpegWithDescription("a melanoma");
  for (let length = 0; length < 40; length += 1) expect(imageTexts(whole.subarray(0, length)).size).toBe(0);
  expect(imageTexts(Buffer.from("GIF89a and so on")).size).toBe(0);
});
