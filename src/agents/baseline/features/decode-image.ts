import { BenchError } from "../../../lib/errors.ts";
import { decodePng } from "../../../lib/formats/png/decode-png.ts";
import { parsePngHeader, pngChannels } from "../../../lib/formats/png/png-header.ts";
import { toGray } from "../../../lib/formats/png/to-gray.ts";

/** An image's pixels, row by row. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Brightness from 0 to 255. */
  readonly gray: Uint8Array;
  /** Red, green and blue of each pixel; null for gray images. */
  readonly colors: Uint8Array | null;
}

/** Larger images are skipped: decoding one would take too much memory. */
const mostMegapixels = 50;
const jpegLimits = { maxResolutionInMP: mostMegapixels, maxMemoryUsageInMB: 800 };

/**
 * Decodes a PNG or JPEG image.
 *
 * @throws Error when it is damaged or too large.
 */
export async function decodeImage(bytes: Buffer): Promise<Picture> {
  return bytes[0] === 0xff && bytes[1] === 0xd8 ? await decodeJpeg(bytes) : pictureOfPng(bytes);
}

async function decodeJpeg(bytes: Buffer): Promise<Picture> {
  const { decode } = (await import("jpeg-js")).default;
  const { width, height, data } = decode(bytes, { useTArray: true, formatAsRGBA: false, ...jpegLimits });
  return { width, height, colors: data, gray: brightness(data) };
}

/** Brightness with the same weights as `toGray`. */
function brightness(colors: Uint8Array): Uint8Array {
  const gray = new Uint8Array(colors.length / 3);
  for (let pixel = 0, at = 0; pixel < gray.length; pixel += 1, at += 3) {
    gray[pixel] = (colors[at]! * 19595 + colors[at + 1]! * 38470 + colors[at + 2]! * 7471 + 0x8000) >> 16;
  }
  return gray;
}

function pictureOfPng(bytes: Buffer): Picture {
  const header = parsePngHeader(bytes);
  if (header.width * header.height > mostMegapixels * 1e6)
    throw new BenchError("large-image", "The image is too large.");
  const image = decodePng(bytes);
  const { width, height, depth, samples } = image;
  const channels = pngChannels[image.color];
  const gray = toGray(image);
  if (channels < 3) return { width, height, gray, colors: null };
  const shift = depth === 16 ? 8 : 0;
  const colors = new Uint8Array(3 * gray.length);
  for (let pixel = 0; pixel < gray.length; pixel += 1) {
    for (let channel = 0; channel < 3; channel += 1) {
      colors[3 * pixel + channel] = samples[pixel * channels + channel]! >> shift;
    }
  }
  return { width, height, gray, colors };
}
