import { statSync } from "node:fs";

/** Whether there is a file at a path of the host, possibly through symbolic links. */
export function isFile(path: string): boolean {
  return statusOf(path)?.isFile() ?? false;
}

/** The same for a folder. */
export function isFolder(path: string): boolean {
  return statusOf(path)?.isDirectory() ?? false;
}

function statusOf(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
