import type { PublicFile } from "./public-files.ts";

/** Whether a file is an image that can be decoded. */
export function isImage({ extension }: PublicFile): boolean {
  return extension === ".png" || extension === ".jpg" || extension === ".jpeg";
}
