import { writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { decodePng } from "../../../../src/lib/formats/png/decode-png.ts";
import { PngError, readPngHeader } from "../../../../src/lib/formats/png/png-header.ts";
import { toGray } from "../../../../src/lib/formats/png/to-gray.ts";
import { goldenJson } from "../../../support/golden-json.ts";
import { temporaryDirectory } from "../../../support/temporary-directory.ts";

const place = temporaryDirectory();

type Row = [name: string, base64: string, width: number, height: number, gray: string];
const { images } = goldenJson<{ images: Row[] }>("lib/png");

describe("a PNG image", () => {
  test.each(images)("of %s has Pillow's brightness", (_name, base64, width, height, gray) => {
    const image = decodePng(Buffer.from(base64, "base64"));
    expect([image.width, image.height]).toEqual([width, height]);
    expect(Buffer.from(toGray(image)).toString("hex")).toBe(gray);
  });

  test("states its size without its pixels", () => {
    const [, base64, width, height] = images.at(-1)!;
    writeFileSync(place("start.png"), Buffer.from(base64, "base64").subarray(0, 33));
    expect(readPngHeader(place("start.png"))).toEqual({
      width,
      height,
      depth: 16,
      color: "rgb-alpha",
      interlaced: true,
    });
  });

  test("is refused if it is not one, truncated or of an unknown kind", () => {
    const whole = Buffer.from(images[6]![1], "base64");
    expect(() => decodePng(Buffer.from("GIF89a"))).toThrow(PngError);
    expect(() => decodePng(whole.subarray(0, -30))).toThrow(PngError);
    const unknown = Buffer.from(whole);
    unknown[25] = 5;
    expect(() => decodePng(unknown)).toThrow("color type 5");
    writeFileSync(place("empty.png"), "");
    expect(() => readPngHeader(place("empty.png"))).toThrow("empty.png: Not a PNG image.");
  });
});
