import { statfs } from "node:fs/promises";
import path from "node:path";
import { hasCode } from "../error-code.ts";

/**
 * How many bytes an ordinary user may still write at `target`, which need not exist: asks its nearest existing folder.
 */
export async function freeDiskBytes(target: string): Promise<number> {
  let directory = path.resolve(target);
  for (;;) {
    try {
      const { bavail, bsize } = await statfs(directory);
      return bavail * bsize;
    } catch (error) {
      if (!hasCode(error, "ENOENT", "ENOTDIR") || directory === path.dirname(directory)) throw error;
      directory = path.dirname(directory);
    }
  }
}
