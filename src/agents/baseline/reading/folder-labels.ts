import { TextColumn } from "../../../frame/column.ts";
import { Frame } from "../../../frame/frame.ts";
import { classNames } from "./class-names.ts";
import { isImage } from "./image-file.ts";
import type { PublicFile } from "./public-files.ts";

/** The column of a table of images that says where each is. */
const pathColumn = "image path";

/**
 * A training table from images in folders that are named by labels, `train/<label>/1.jpg`: one row per image. Null when there
 * are none, or when the sample submission knows other labels.
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
