import { constants, copyFileSync, linkSync, lstatSync, realpathSync } from "node:fs";
import { hasCode } from "../error-code.ts";

/**
 * Puts the content of `source` at `target` as cheaply as the file system allows: a hard link, else a copy that shares
 * blocks, else a plain copy. A symbolic link is followed. The target must not exist; its folder must.
 *
 * A hard link is the same file under a second name, so never write to it in place. Synchronous because a link takes
 * microseconds and a trip through the thread pool ten times that.
 */
export function linkOrCopy(source: string, target: string): void {
  const file = lstatSync(source).isSymbolicLink() ? realpathSync(source) : source;
  try {
    linkSync(file, target);
  } catch (error) {
    if (hasCode(error, "EEXIST", "ENOENT", "ENOTDIR")) throw error;
    copyFileSync(file, target, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
  }
}
