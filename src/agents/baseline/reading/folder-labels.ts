import { TextColumn } from "../../../frame/column.ts";
import { Frame } from "../../../frame/frame.ts";
import { classNames } from "./class-names.ts";
import { isImage } from "./image-file.ts";
import type { PublicFile } from "./public-files.ts";

/** Holds the path of each image. */
const pathColumn = "image path";

/**
 * A training table made of images in folders named after labels, `train/<label>/1.jpg`: one row per image. Null if there are
 * none, or if the sample submission uses other labels.
 */
export function folderLabels(files: readonly PublicFile[], sample: Frame): Frame | null {
  const target = sample.names.at(-1)!;
  const found = files.filter(isImage).flatMap(({ path }) => {
    const parts = path.split("/");
    const isTraining = parts.slice(0, -2).some((part) => /^train/i.test(part));
    return isTraining ? [{ path, label: parts.at(-2)! }] : [];
  });
  const labels = new Set(found.map(({ label }) => label));
  const wanted = sample.names.length > 2 ? sample.names.slice(1) : classNames(sample.column(target));
  if (labels.size < 2 || !wanted.every((label) => labels.has(label))) return null;
  return Frame.of([
    TextColumn.from(
      pathColumn,
      found.map(({ path }) => path),
    ),
    TextColumn.from(
      target,
      found.map(({ label }) => label),
    ),
  ]);
}
