import type { FileHandle } from "node:fs/promises";
import { mkdir, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { temporarySibling } from "./temporary-sibling.ts";

/**
 * Writes a file so that readers see either the old content or all of the new, even after a power cut. `write` fills an
 * open temporary sibling, which is then flushed to disk and renamed. If `write` throws, nothing is left behind.
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

/** Writes text (as UTF-8) or bytes to a file atomically; see `replaceFile`. */
export async function writeFileAtomically(file: string, content: string | Uint8Array): Promise<void> {
  await replaceFile(file, (handle) => handle.writeFile(content));
}

/** Makes renames within a directory survive a power cut, on systems that can flush a directory. */
export async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, "r").catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
