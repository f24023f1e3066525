import { constants } from "node:fs";
import { cp, rename } from "node:fs/promises";
import { hasCode } from "../error-code.ts";
import { removeTree } from "./remove-tree.ts";
import { temporarySibling } from "./temporary-sibling.ts";

/** Moves a file or a directory tree, to another file system if need be, replacing a file at `target`. */
export async function moveOrCopy(source: string, target: string): Promise<void> {
  try {
    await rename(source, target);
  } catch (error) {
    if (!hasCode(error, "EXDEV")) throw error;
    const temporary = temporarySibling(target, "moving");
    try {
      await cp(source, temporary, { recursive: true, mode: constants.COPYFILE_FICLONE, verbatimSymlinks: true });
      await rename(temporary, target);
    } catch (copyError) {
      await removeTree(temporary);
      throw copyError;
    }
    await removeTree(source);
  }
}
