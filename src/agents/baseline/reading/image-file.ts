import type { PublicFile } from "./public-files.ts";

/** Whether a file is an image of a kind that we decode. */
export function isImage({ extension }: PublicFile): boolean {
  return extension === ".png" || extension === ".jpg" || extension === ".jpeg";
}
