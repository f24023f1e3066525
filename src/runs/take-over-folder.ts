import { existsSync } from "node:fs";
import { chmod, lchown, lstat, readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { hasCode } from "../lib/error-code.ts";
import { removeTree } from "../lib/files.ts";

/**
 * Makes a folder that an agent has filled ours, without copying: it is moved, links and everything that is no regular file
 * are removed, and its files get plain rights and our user. Nothing of the agent's may run any more. A folder that was
 * moved before, and one that is not there, is fine.
 */
export async function takeOverFolder(source: string, target: string): Promise<void> {
  const status = await lstat(source).catch(() => null);
  if (status?.isDirectory()) {
    await removeTree(target);
    await rename(source, target);
  }
  if (existsSync(target)) await tidy(target);
}

async function tidy(folder: string): Promise<void> {
  const pending = [folder];
  for (let current = pending.pop(); current !== undefined; current = pending.pop()) {
    try {
      await makePlain(current, 0o755);
      for (const child of await readdir(current, { withFileTypes: true })) {
        const path = join(current, child.name);
        if (child.isDirectory()) pending.push(path);
        else if (child.isFile()) await makePlain(path, (await lstat(path)).mode & 0o111 ? 0o755 : 0o644);
        else await removeTree(path);
      }
    } catch (error) {
      if (!hasCode(error, "ENAMETOOLONG")) throw error;
      // Nested too deeply for a path: nobody could read it either.
      await removeTree(current);
    }
  }
}

async function makePlain(path: string, mode: number): Promise<void> {
  if (process.getuid?.() === 0) await lchown(path, 0, 0);
  await chmod(path, mode);
}
