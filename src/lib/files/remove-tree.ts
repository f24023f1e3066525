import { execFile } from "node:child_process";
import { lstatSync } from "node:fs";
import { chmod, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { hasCode } from "../error-code.ts";

/**
 * Removes a file or a whole tree, including read-only folders, if it exists. Symbolic links are removed, not followed.
 */
export async function removeTree(target: string): Promise<void> {
  try {
    await rm(target, { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    // Nested too deeply for a path: the system's `rm` descends one folder at a time.
    if (hasCode(error, "ENAMETOOLONG"))
      return await promisify(execFile)("rm", ["-rf", "--", target]).then(() => undefined);
    if (!hasCode(error, "EACCES", "EPERM")) throw error;
    await makeWritable(target);
    await rm(target, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function makeWritable(directory: string): Promise<void> {
  if (!lstatSync(directory).isDirectory()) return;
  await chmod(directory, 0o700);
  for (const child of await readdir(directory, { withFileTypes: true })) {
    if (child.isDirectory()) await makeWritable(path.join(directory, child.name));
  }
}
