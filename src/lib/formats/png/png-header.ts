import { closeSync, openSync, readSync } from "node:fs";
import { BenchError } from "../../errors.ts";

/** A file is not a PNG image, or is damaged. */
export class PngError extends BenchError {
  constructor(message: string, options?: { cause?: unknown }) {
    super("png", message, options);
  }
}

/** The header of a PNG file. */
export interface PngHeader {
  readonly width: number;
  readonly height: number;
  /** Bits per sample: 1, 2, 4, 8 or 16. */
  readonly depth: number;
  readonly color: PngColor;
  readonly interlaced: boolean;
}

type PngColor = "gray" | "rgb" | "palette" | "gray-alpha" | "rgb-alpha";

/** The number of samples per pixel. */
export const pngChannels: Readonly<Record<PngColor, number>> = {
  gray: 1,
  rgb: 3,
  palette: 1,
  "gray-alpha": 2,
  "rgb-alpha": 4,
};

export const pngSignature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
const colors: readonly (PngColor | undefined)[] = [
  "gray",
  undefined,
  "rgb",
  "palette",
  "gray-alpha",
  undefined,
  "rgb-alpha",
];

/** The number of bytes of the signature and the header, which always comes first. */
const pngHeaderBytes = 33;

/** Reads an image's size and type without its pixels. Pillow twin: `Image.open(path).size`. */
export function readPngHeader(path: string): PngHeader {
  const start = Buffer.alloc(pngHeaderBytes);
  const file = openSync(path, "r");
  try {
    return parsePngHeader(start.subarray(0, readSync(file, start)));
  } catch (error) {
    throw error instanceof PngError ? new PngError(`${path}: ${error.message}`) : error;
  } finally {
    closeSync(file);
  }
}

/** Parses the header at the beginning of a file. */
export function parsePngHeader(bytes: Buffer): PngHeader {
  if (bytes.length < pngHeaderBytes || !bytes.subarray(0, 8).equals(pngSignature))
    throw new PngError("Not a PNG image.");
  if (bytes.toString("latin1", 12, 16) !== "IHDR") throw new PngError("The PNG image does not begin with its header.");
  const color = colors[bytes[25]!];
  const depth = bytes[24]!;
  if (color === undefined || ![1, 2, 4, 8, 16].includes(depth)) {
    throw new PngError(`The PNG image has color type ${bytes[25]} with ${depth} bits, which does not exist.`);
  }
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), depth, color, interlaced: bytes[28] === 1 };
}
