import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { promisify } from "node:util";
import { hasCode } from "../error-code.ts";

/**
 * Removes a file or a whole tree, including read-only folders, if it exists. Symbolic links are removed, not followed.
 */
export async function removeTree(target: string): Promise<void> {
  try {
    await rm(target, { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    // A folder that is read-only, or nested too deeply for a path: the system's `rm` descends one folder at a time.
    if (!hasCode(error, "ENAMETOOLONG", "EACCES", "EPERM")) throw error;
    await removeLargeTree(target);
  }
}

/** The same for a tree of any size: in another process, which takes little memory and ends when the signal is aborted. */
export async function removeLargeTree(target: string, signal?: AbortSignal): Promise<void> {
  const run = async (program: string, option: string, ...more: string[]): Promise<void> => {
    await promisify(execFile)(program, [option, ...more, "--", target], { signal });
  };
  if (!existsSync(target)) return;
  try {
    await run("rm", "-rf");
  } catch (error) {
    if (signal?.aborted) throw error;
    await run("chmod", "-R", "u+rwx");
    await run("rm", "-rf");
  }
}
