import { asFloats } from "../../../frame/as-floats.ts";
import { textAt } from "../../../frame/as-text.ts";
import type { AuditFinding } from "../finding.ts";
import type { AnswerSheet } from "./answer-sheet.ts";
import { percent } from "./class-agreement.ts";
import type { LocatedFiles } from "./locate-files.ts";
import { logBinomialTail } from "./probability.ts";
import { isMask } from "./target.ts";

const mostFiles = 20;
const mostShapes = 200;

/** Shapes (GeoJSON) beside test images whose answers are masks: their middles are compared with the masks. */
export async function checkShapes(located: LocatedFiles, sheet: AnswerSheet): Promise<AuditFinding[]> {
  const target = sheet.targets.find(isMask);
  if (target === undefined) return [];
  let [hits, shapes, covered, files] = [0, 0, 0, 0];
  let where: string | null = null;
  for (const [row, ofRow] of located) {
    for (const file of ofRow.filter(({ extension, isReadable }) => isReadable && /^\.(geo)?json$/.test(extension))) {
      const middles = await readMiddles(() => file.read());
      if (middles === null || files >= mostFiles) continue;
      files += 1;
      where ??= file.path;
      const judged = compare(middles, textAt(sheet.frame.column(target.name), row), sizeOf(sheet, row));
      [hits, shapes, covered] = [hits + judged.hits, shapes + judged.shapes, covered + judged.shapes * judged.density];
    }
  }
  if (where === null) return [];
  const isProved = shapes > 0 && logBinomialTail(hits, shapes, Math.min(0.99, covered / shapes)) < Math.log(1e-6);
  return [
    {
      check: "shapes-of-masks",
      severity: isProved ? "high" : "medium",
      what: `The answers are masks, and shapes are beside the test images${isProved ? " that mark the same places" : ""}.`,
      where: `public/${where}`,
      evidence:
        shapes === 0
          ? `${files} files hold shapes; they could not be compared with the masks.`
          : `${hits} of ${shapes} shapes in ${files} files have their middle in the mask, which covers ${percent(covered / shapes)} of the image.`,
      howToCheck: "Draw the shapes of one file over its mask. If they agree, remove the files from the test set.",
    },
  ];
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size of a row's image, if the answers tell it. */
function sizeOf({ frame }: AnswerSheet, row: number): Size | null {
  const [width, height] = [/^width/i, /^height/i].map((pattern) => frame.names.find((name) => pattern.test(name)));
  if (width === undefined || height === undefined) return null;
  return { width: asFloats(frame.column(width))[row]!, height: asFloats(frame.column(height))[row]! };
}

/** The middle of each shape in a GeoJSON file; null if it is not one. */
async function readMiddles(read: () => Promise<Buffer>): Promise<(readonly [number, number])[] | null> {
  let json: unknown;
  try {
    json = JSON.parse((await read()).toString("utf8"));
  } catch {
    return null;
  }
  const features = Array.isArray(json) ? json : ((json as { features?: unknown[] } | null)?.features ?? []);
  const shapes = features.filter((each) => (each as { type?: unknown } | null)?.type === "Feature");
  if (shapes.length === 0) return null;
  return shapes.slice(0, mostShapes).flatMap((each) => {
    const points = pointsOf((each as { geometry?: { coordinates?: unknown } }).geometry?.coordinates);
    if (points.length === 0) return [];
    const mean = (place: 0 | 1): number => points.reduce((sum, point) => sum + point[place], 0) / points.length;
    return [[mean(0), mean(1)] as const];
  });
}

/** The points of a polygon, or of several, however deep they are nested. */
function pointsOf(coordinates: unknown): (readonly [number, number])[] {
  if (!Array.isArray(coordinates)) return [];
  const [x, y] = coordinates;
  return typeof x === "number" && typeof y === "number" ? [[x, y]] : coordinates.flatMap(pointsOf);
}

/** How many middles are in a mask of run lengths, counted from 1 down the columns or along the rows. */
function compare(middles: readonly (readonly [number, number])[], mask: string, size: Size | null) {
  const numbers = mask.split(" ").map(Number);
  if (size === null || middles.length === 0 || numbers.some(Number.isNaN)) return { hits: 0, shapes: 0, density: 0 };
  const isInside = (place: number): boolean =>
    numbers.some((start, at) => at % 2 === 0 && place >= start && place < start + numbers[at + 1]!);
  const down = middles.filter(([x, y]) => isInside(Math.floor(x) * size.height + Math.floor(y) + 1)).length;
  const along = middles.filter(([x, y]) => isInside(Math.floor(y) * size.width + Math.floor(x) + 1)).length;
  const pixels = numbers.reduce((sum, length, at) => sum + (at % 2 === 1 ? length : 0), 0);
  return { hits: Math.max(down, along), shapes: middles.length, density: pixels / (size.width * size.height) };
}
