import type { PngImage } from "./decode-png.ts";
import { pngChannels } from "./png-header.ts";

/**
 * The image's brightness from 0 to 255, pixel by pixel: Pillow's `Image.open(file).convert("L")`. Alpha is ignored,
 * colors are weighted 0.299, 0.587 and 0.114, and small depths are scaled to 0-255.
 */
export function toGray(image: PngImage): Uint8Array {
  const { samples, depth, color, palette } = image;
  const channels = pngChannels[color];
  const gray = new Uint8Array(image.width * image.height);
  const stretch = depth < 8 ? 255 / (2 ** depth - 1) : 1;
  const shift = depth === 16 ? 8 : 0;
  for (let pixel = 0; pixel < gray.length; pixel += 1) {
    const at = pixel * channels;
    const sample = samples[at]!;
    if (color === "palette") gray[pixel] = brightness(palette, 3 * sample, 0);
    else if (channels >= 3) gray[pixel] = brightness(samples, at, shift);
    else if (color === "gray" && depth === 16) gray[pixel] = Math.min(sample, 255);
    else gray[pixel] = (sample >> shift) * stretch;
  }
  return gray;
}

/** The weights are 16-bit fractions and the sum is rounded, as in Pillow. */
function brightness(values: ArrayLike<number>, at: number, shift: number): number {
  const [red, green, blue] = [values[at]! >> shift, values[at + 1]! >> shift, values[at + 2]! >> shift];
  return (red * 19595 + green * 38470 + blue * 7471 + 0x8000) >> 16;
}
