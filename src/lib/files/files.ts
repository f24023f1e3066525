import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { constants, linkSync, lstatSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { chmod, copyFile, cp, mkdir, open, readdir, realpath, rename, rm, statfs } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { hasCode } from "../error-code.ts";

export { type WalkEntry, walk, walkFiles } from "./walk.ts";

/** A name beside `target`, on the same file system and not taken, for work that is renamed into place when it is complete. */
export function temporarySibling(target: string, purpose = "writing"): string {
  const absolute = path.resolve(target);
  return path.join(path.dirname(absolute), `.${path.basename(absolute)}.${purpose}-${randomUUID().slice(0, 8)}`);
}

/**
 * Writes a file so that readers see the old content or all of the new, never a part, even if the machine stops half-way.
 * `write` fills an open temporary sibling; it is flushed to disk and renamed. When `write` throws, nothing is left.
 */
export async function replaceFile<T>(file: string, write: (handle: FileHandle) => Promise<T>): Promise<T> {
  await mkdir(path.dirname(path.resolve(file)), { recursive: true });
  const temporary = temporarySibling(file);
  try {
    const handle = await open(temporary, "wx");
    let result: T;
    try {
      result = await write(handle);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
    await syncDirectory(path.dirname(path.resolve(file)));
    return result;
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Writes a whole text (UTF-8) or bytes to a file atomically; see `replaceFile`. */
export async function writeFileAtomically(file: string, content: string | Uint8Array): Promise<void> {
  await replaceFile(file, (handle) => handle.writeFile(content));
}

/** Makes renames within a directory survive a power cut. Some systems do not allow it on directories: then there is nothing to do. */
export async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, "r").catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

/**
 * Puts the content of `source` at `target` as cheaply as the file system allows: a hard link, else a copy that shares blocks,
 * else a plain copy. A symbolic link is followed. The target must not exist, its folder must.
 * A hard link is the same file under a second name: never write to it in place.
 */
export async function linkOrCopy(source: string, target: string): Promise<"linked" | "copied"> {
  // Synchronous on purpose: a link takes microseconds, a trip through the thread pool ten times that.
  const file = lstatSync(source).isSymbolicLink() ? await realpath(source) : source;
  try {
    linkSync(file, target);
    return "linked";
  } catch (error) {
    if (hasCode(error, "EEXIST", "ENOENT", "ENOTDIR")) throw error;
  }
  await copyFile(file, target, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
  return "copied";
}

/** Moves a file or a directory tree, also to another file system, replacing a file at `target`. */
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

/** Removes a file or a whole tree, read-only folders included; what is not there is fine. Symbolic links are removed, not followed. */
export async function removeTree(target: string): Promise<void> {
  try {
    await rm(target, { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    // Nested too deeply for a path: the system's program walks down step by step.
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

/** Bytes an ordinary user may still write where `target` is, or would be: asks the nearest folder that exists. */
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
