import type { PrepareContext } from "../../contracts/preparation.ts";
import { MissingData } from "../../lib/errors.ts";
import { parsePythonInt } from "../../lib/python/python-int.ts";

/** The parts of an id such as `case123_day20_slice_0001`, and the folder of its day, `case123_day20`. */
interface Scan {
  readonly case: string;
  readonly day: string;
  readonly slice: string;
  readonly folder: string;
}

/** Parses an id. */
export function parseScan(id: string): Scan {
  const words = id.split("_");
  return { case: words[0]!, day: words[1]!, slice: words.at(-1)!, folder: `${words[0]}_${words[1]}` };
}

/** The folders of each case's days after the fourth. */
export function lateDays(scans: readonly Scan[]): Set<string> {
  const daysOf = new Map<string, Map<string, number>>();
  for (const { case: name, day, folder } of scans) {
    if (!daysOf.has(name)) daysOf.set(name, new Map());
    daysOf.get(name)!.set(folder, Number(parsePythonInt(day.slice("day".length))));
  }
  return new Set(
    Array.from(daysOf.values()).flatMap((days) => {
      const inOrder = [...days].sort(([, a], [, b]) => a - b);
      return inOrder.slice(4).map(([folder]) => folder);
    }),
  );
}

/** The widths and heights of the scans, from the names of their images. */
export function imageSizes(
  context: PrepareContext,
  scans: readonly Scan[],
): [widths: Float64Array, heights: Float64Array] {
  const files = new Map<string, string[]>();
  const sizes = scans.map((scan) => {
    const folder = `train/${scan.case}/${scan.folder}/scans`;
    if (!files.has(folder)) files.set(folder, context.list(folder));
    const start = `slice_${scan.slice}_`;
    const images = files.get(folder)!.filter((name) => name.startsWith(start) && name.endsWith(".png"));
    if (images.length !== 1) {
      throw new MissingData(`Found ${images.length} images for slice ${scan.slice} in ${folder}, expected one.`);
    }
    const stem = images[0]!.slice(0, -".png".length);
    const [width, height] = stem.split("_").slice(2, 4).map(parsePythonInt);
    return [Number(width), Number(height)];
  });
  return [Float64Array.from(sizes, ([width]) => width!), Float64Array.from(sizes, ([, height]) => height!)];
}
