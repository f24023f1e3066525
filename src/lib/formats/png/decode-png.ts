import { inflateSync } from "node:zlib";
import { PngError, type PngHeader, parsePngHeader, pngChannels } from "./png-header.ts";
import { undoFilter } from "./undo-filter.ts";

/** An image's samples, pixel by pixel, as stored: indices for palette images, small numbers for small depths. */
export interface PngImage extends PngHeader {
  readonly samples: Uint8Array | Uint16Array;
  /** Red, green and blue of every palette color; empty for images without a palette. */
  readonly palette: Uint8Array;
}

/** Pixels that are stored together: from (x, y), every `stepX`-th pixel of every `stepY`-th row. */
interface Pass {
  readonly x: number;
  readonly y: number;
  readonly stepX: number;
  readonly stepY: number;
}

const wholeImage: readonly Pass[] = [{ x: 0, y: 0, stepX: 1, stepY: 1 }];
const adam7: readonly Pass[] = [
  { x: 0, y: 0, stepX: 8, stepY: 8 },
  { x: 4, y: 0, stepX: 8, stepY: 8 },
  { x: 0, y: 4, stepX: 4, stepY: 8 },
  { x: 2, y: 0, stepX: 4, stepY: 4 },
  { x: 0, y: 2, stepX: 2, stepY: 4 },
  { x: 1, y: 0, stepX: 2, stepY: 2 },
  { x: 0, y: 1, stepX: 1, stepY: 2 },
];

/** Decodes a PNG image of any color type and depth, interlaced or not. Checksums are not verified. */
export function decodePng(bytes: Buffer): PngImage {
  const header = parsePngHeader(bytes);
  const { width, height, depth, color } = header;
  const { data, palette } = readChunks(bytes);
  const channels = pngChannels[color];
  const count = width * height * channels;
  const samples = depth === 16 ? new Uint16Array(count) : new Uint8Array(count);

  let at = 0;
  for (const pass of header.interlaced ? adam7 : wholeImage) {
    const columns = Math.max(0, Math.ceil((width - pass.x) / pass.stepX));
    const rows = Math.max(0, Math.ceil((height - pass.y) / pass.stepY));
    const rowBytes = Math.ceil((columns * channels * depth) / 8);
    if (columns === 0) continue;
    let previous: Uint8Array | null = null;
    for (let row = 0; row < rows; row += 1, at += rowBytes + 1) {
      const line = data.subarray(at + 1, at + 1 + rowBytes);
      if (line.length < rowBytes) throw new PngError("The PNG image is truncated.");
      undoFilter(data[at]!, line, previous, Math.max(1, (channels * depth) / 8));
      previous = line;
      const start = ((pass.y + row * pass.stepY) * width + pass.x) * channels;
      for (let column = 0; column < columns; column += 1) {
        for (let channel = 0; channel < channels; channel += 1) {
          const sample = readSample(line, column * channels + channel, depth);
          samples[start + column * pass.stepX * channels + channel] = sample;
        }
      }
    }
  }
  return { ...header, samples, palette };
}

function readSample(line: Uint8Array, index: number, depth: number): number {
  if (depth === 8) return line[index]!;
  if (depth === 16) return (line[2 * index]! << 8) | line[2 * index + 1]!;
  const bit = index * depth;
  return (line[bit >> 3]! >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
}

function readChunks(bytes: Buffer): { data: Buffer; palette: Uint8Array } {
  const compressed: Buffer[] = [];
  let palette: Uint8Array = new Uint8Array();
  for (let at = 8; at + 8 <= bytes.length; ) {
    const start = at + 8;
    const end = start + bytes.readUInt32BE(at);
    const type = bytes.toString("latin1", at + 4, start);
    if (type === "IEND") break;
    if (type === "IDAT") compressed.push(bytes.subarray(start, end));
    if (type === "PLTE") palette = bytes.subarray(start, end);
    at = end + 4;
  }
  try {
    return { data: inflateSync(Buffer.concat(compressed)), palette };
  } catch (cause) {
    throw new PngError("The PNG image's compressed data is damaged.", { cause });
  }
}
