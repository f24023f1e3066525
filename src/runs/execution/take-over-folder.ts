import { existsSync } from "node:fs";
import { chmod, lchown, lstat, readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { removeTree } from "../../lib/files/remove-tree.ts";
import { sha256 } from "../../lib/hashing.ts";

/** Files with longer paths are removed: the system's limit is 4096, and they must still fit below `attempts/`. */
const longestPath = 3500;

/** What became of a folder's files. */
interface KeptFiles {
  readonly bytes: number;
  readonly dropped: number;
}

/**
 * Moves a folder that an agent has filled, without copying, and makes it safe to read: links and everything else that is not
 * a regular file are removed, names that are not UTF-8 are replaced, and files get plain permissions and our user. Nothing
 * of the agent may run any more. The folder may have been moved before, or not exist.
 *
 * Files that do not fit into `room` are removed: a sparse one can be of any size and would take days to read. Returns how
 * many bytes were kept and how many files were not.
 */
export async function takeOverFolder(source: string, target: string, room: number): Promise<KeptFiles> {
  const status = await lstat(source).catch(() => null);
  if (status?.isDirectory()) {
    await removeTree(target);
    await rename(source, target);
  }
  return existsSync(target) ? await tidy(target, room) : { bytes: 0, dropped: 0 };
}

async function tidy(folder: string, room: number): Promise<KeptFiles> {
  const kept = { bytes: 0, dropped: 0 };
  const pending = [folder];
  for (let current = pending.pop(); current !== undefined; current = pending.pop()) {
    await makePlain(current, 0o755);
    for (const child of await readdir(current, { withFileTypes: true, encoding: "buffer" })) {
      const path = await readablePath(current, child.name);
      const fits = Buffer.byteLength(path) <= longestPath;
      const file = fits && child.isFile() ? await lstat(path) : null;
      if (fits && child.isDirectory()) pending.push(path);
      else if (file !== null && kept.bytes + file.size <= room) {
        kept.bytes += file.size;
        await makePlain(path, file.mode & 0o111 ? 0o755 : 0o644);
      } else {
        kept.dropped += 1;
        await removeTree(path);
      }
    }
  }
  return kept;
}

/** The path of an entry. A name that is not UTF-8, which no string could refer to, is replaced first. */
async function readablePath(folder: string, name: Buffer): Promise<string> {
  const text = name.toString("utf8");
  if (Buffer.from(text).equals(name)) return join(folder, text);
  const stem = join(folder, `${text.slice(0, 60)}-${sha256(name).slice(0, 8)}`);
  let path = stem;
  // The agent may have made a file or folder of that name as well.
  for (let number = 2; (await lstat(path).catch(() => null)) !== null; number += 1) path = `${stem}-${number}`;
  await rename(Buffer.concat([Buffer.from(`${folder}/`), name]), path);
  return path;
}

async function makePlain(path: string, mode: number): Promise<void> {
  if (process.getuid?.() === 0) await lchown(path, 0, 0);
  await chmod(path, mode);
}
