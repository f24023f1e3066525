import { basename, extname } from "node:path";
import { textAt } from "../../../frame/as-text.ts";
import type { Frame } from "../../../frame/frame.ts";
import { isImage } from "../reading/image-file.ts";
import type { PublicFile } from "../reading/public-files.ts";

/** Images by path and by name, with and without extension. */
export type ImageIndex = ReadonlyMap<string, readonly PublicFile[]>;

export function indexImages(files: readonly PublicFile[]): ImageIndex {
  const index = new Map<string, PublicFile[]>();
  for (const file of files.filter(isImage)) {
    const name = basename(file.path);
    for (const key of new Set([file.path, name, basename(name, extname(name))])) {
      const same = index.get(key);
      if (same === undefined) index.set(key, [file]);
      else same.push(file);
    }
  }
  return index;
}

/**
 * The image that each row names in a key or in another text column; null if there is none. If several images have that name,
 * one outside the folders of the other part (`test` for training rows) is preferred.
 */
export function imagesOf(
  table: Frame,
  keys: readonly string[],
  images: ImageIndex,
  part: "train" | "test",
): (PublicFile | null)[] {
  const texts = table.names.filter((name) => !keys.includes(name) && table.column(name).kind === "text");
  const columns = [...keys.filter((name) => table.has(name)), ...texts].map((name) => table.column(name));
  const other = part === "train" ? /(^|\/)test/i : /(^|\/)train/i;
  return Array.from({ length: table.length }, (_, row) => {
    for (const column of columns) {
      const text = textAt(column, row);
      const found = images.get(text) ?? images.get(basename(text));
      if (found !== undefined) return found.find(({ path }) => !other.test(path)) ?? found[0]!;
    }
    return null;
  });
}
