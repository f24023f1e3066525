import type { Picture } from "./decode-image.ts";

const cells = 4;
/** Numbers per cell of the grid: red, green and blue against the brightness, and how much neighbors differ. */
const perCell = 4;
/** At most this many pixels are read along each side: more would not tell more. */
const mostSteps = 128;

/** Colors and texture of an image, cell by cell of a coarse grid; empty for gray images. */
export function describeColors({ width, height, gray, colors }: Picture): number[] {
  if (colors === null) return [];
  const sums = new Float64Array(cells * cells * perCell);
  const counts = new Float64Array(cells * cells);
  const [stepX, stepY] = [Math.ceil(width / mostSteps), Math.ceil(height / mostSteps)];
  for (let y = 0; y < height; y += stepY) {
    for (let x = 0; x < width; x += stepX) {
      const pixel = y * width + x;
      const cell = Math.floor((y * cells) / height) * cells + Math.floor((x * cells) / width);
      for (let channel = 0; channel < 3; channel += 1) {
        sums[cell * perCell + channel]! += colors[3 * pixel + channel]! - gray[pixel]!;
      }
      const right = x + 1 < width ? gray[pixel + 1]! : gray[pixel]!;
      const below = y + 1 < height ? gray[pixel + width]! : gray[pixel]!;
      sums[cell * perCell + 3]! += Math.abs(right - gray[pixel]!) + Math.abs(below - gray[pixel]!);
      counts[cell]! += 1;
    }
  }
  // In very small images some cells have no pixels.
  const means = sums.map((sum, index) => sum / Math.max(1, counts[Math.floor(index / perCell)]!));
  const overall = Array.from({ length: perCell }, (_, kind) => {
    const values = means.filter((_, index) => index % perCell === kind);
    return values.reduce((sum, value) => sum + value, 0) / values.length;
  });
  return [...means, ...overall];
}
