import jpeg from "jpeg-js";
import { encodeGrayPng } from "../../../../src/lib/formats/png/encode-png.ts";

/** A picture of soft random blobs: brightness from 0 to 255. */
export type Paint = (x: number, y: number) => number;

/** A PNG file of this size, painted in coordinates from 0 to 1. */
export function paintPng(paint: Paint, side: number): Buffer {
  return encodeGrayPng(side, side, levels(paint, side));
}

/** The same as a JPEG file. */
export function paintJpeg(paint: Paint, side: number, quality: number): Buffer {
  const data = Buffer.from(Array.from(levels(paint, side), (level) => [level, level, level, 255]).flat());
  return jpeg.encode({ data, width: side, height: side }, quality).data;
}

function levels(paint: Paint, side: number): Uint8Array {
  const pixels = Array.from({ length: side * side }, (_, at) =>
    paint((at % side) / side, Math.floor(at / side) / side),
  );
  return Uint8Array.from(pixels, (level) => Math.max(0, Math.min(255, Math.round(level))));
}

/** The beginning of a JPEG file whose Exif data has a description. */
export function jpegWithDescription(text: string): Buffer {
  const tiff = Buffer.alloc(26 + text.length + 1);
  tiff.write("II*\0", "latin1");
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(1, 8);
  tiff.writeUInt16LE(0x010e, 10);
  tiff.writeUInt16LE(2, 12);
  tiff.writeUInt32LE(text.length + 1, 14);
  tiff.writeUInt32LE(26, 18);
  tiff.write(text, 26, "latin1");
  const exif = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), tiff]);
  const segment = Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, 0]);
  segment.writeUInt16BE(exif.length + 2, 4);
  return Buffer.concat([segment, exif, Buffer.from([0xff, 0xd9])]);
}
