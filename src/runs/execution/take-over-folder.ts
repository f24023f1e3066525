import { existsSync } from "node:fs";
import { chmod, lchown, lstat, readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { removeTree } from "../../lib/files.ts";
import { sha256 } from "../../lib/hashing.ts";

/** Longer paths are removed: the system's limit is 4096, and what is moved to `attempts/` must still fit. */
const longestPath = 3500;

/**
 * Makes a folder that an agent has filled ours, without copying: it is moved, links and everything that is no regular file
 * are removed, names that are no text get one, and its files get plain rights and our user. Nothing of the agent's may run
 * any more. A folder that was moved before, and one that is not there, is fine.
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
    await makePlain(current, 0o755);
    for (const child of await readdir(current, { withFileTypes: true, encoding: "buffer" })) {
      const path = await readablePath(current, child.name);
      if (Buffer.byteLength(path) > longestPath) await removeTree(path);
      else if (child.isDirectory()) pending.push(path);
      else if (child.isFile()) await makePlain(path, (await lstat(path)).mode & 0o111 ? 0o755 : 0o644);
      else await removeTree(path);
    }
  }
}

/** Where an entry of a folder is, after it was renamed if its name is not UTF-8: no string of ours would lead to it. */
async function readablePath(folder: string, name: Buffer): Promise<string> {
  const text = name.toString("utf8");
  if (Buffer.from(text).equals(name)) return join(folder, text);
  const path = join(folder, `${text.slice(0, 60)}-${sha256(name).slice(0, 8)}`);
  await rename(Buffer.concat([Buffer.from(`${folder}/`), name]), path);
  return path;
}

async function makePlain(path: string, mode: number): Promise<void> {
  if (process.getuid?.() === 0) await lchown(path, 0, 0);
  await chmod(path, mode);
}
