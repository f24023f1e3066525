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

/** With less than this, next to nothing can be written. */
const leastBytes = 64 * 1024;

/** Whether there is practically no room left at `target`. A disk that does not say counts as one with room. */
export async function isDiskFullAt(target: string): Promise<boolean> {
  return (await freeDiskBytes(target).catch(() => Number.POSITIVE_INFINITY)) < leastBytes;
}
