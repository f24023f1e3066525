import { createWriteStream } from "node:fs";
import { type FileHandle, lstat, mkdir, rename } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { CollectedFiles, CollectOptions } from "../../contracts/sandbox.ts";
import { BenchError, UsageError } from "../../lib/errors.ts";
import { folderEntries } from "../../lib/files/folder-entries.ts";
import { createInside, openInside } from "./open-inside.ts";
import type { VersionLook } from "./watch-versions.ts";
import type { Workspace } from "./workspace.ts";

/** Reads a regular file below `root`; null when there is no such file. */
export async function readInside(root: string, relative: string, maxBytes: number): Promise<Uint8Array | null> {
  const handle = await openInside(root, relative);
  if (handle === null) return null;
  try {
    const status = await handle.stat();
    if (!status.isFile()) return null;
    if (status.size > maxBytes) {
      throw new BenchError("file-too-large", `${relative} has ${status.size} bytes; the limit is ${maxBytes}.`);
    }
    return await readUpTo(handle, maxBytes);
  } finally {
    await handle.close();
  }
}

/** The file may have grown since its size was read. */
async function readUpTo(handle: FileHandle, maxBytes: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let total = 0;
  for await (const chunk of handle.createReadStream({ autoClose: false, end: maxBytes })) {
    chunks.push(chunk);
    total += chunk.length;
  }
  return Buffer.concat(chunks, Math.min(total, maxBytes));
}

/** Writes a file below `root`, owned by the sandbox's user. Replaces what is there, links included. */
export async function writeInside(
  root: string,
  relative: string,
  content: string | Uint8Array,
  owner: Pick<Workspace, "user" | "group">,
): Promise<void> {
  const written = await createInside(root, relative, async (handle, temporary, target) => {
    await handle.writeFile(content);
    if (process.getuid?.() === 0) await handle.chown(owner.user, owner.group);
    await rename(temporary, target);
  });
  if (!written)
    throw new UsageError(`${relative} cannot be written: its folder does not exist, is closed or is a symbolic link.`);
}

/** The version of a regular file below `root`; null when there is no such file. */
export async function versionInside(root: string, relative: string): Promise<VersionLook | null> {
  const handle = await openInside(root, relative);
  try {
    const status = await handle?.stat();
    if (!status?.isFile()) return null;
    const { ino, size, mtimeMs } = status;
    return { key: `${ino} ${size} ${mtimeMs}`, bytes: size, modifiedMs: mtimeMs };
  } finally {
    await handle?.close();
  }
}

/**
 * Copies a file or a tree from below `root` to a host path that does not exist yet. Only regular files and folders are
 * copied; links, pipes, sockets, devices and files that do not fit are listed in `skipped`. The path of every file is walked again without
 * following links, so the tree may change in the meantime.
 */
export async function collectInside(
  root: string,
  relative: string,
  target: string,
  { maxBytes = Number.POSITIVE_INFINITY, onlyFile = false, signal }: CollectOptions = {},
): Promise<CollectedFiles> {
  const result = { files: 0, bytes: 0, skipped: [] as string[] };
  const slash = Buffer.from("/");
  // Paths below `relative` are bytes: names need not be UTF-8.
  const pending = [Buffer.alloc(0)];
  for (let below = pending.pop(); below !== undefined; below = pending.pop()) {
    signal?.throwIfAborted();
    const current = Buffer.concat([Buffer.from(relative), below]);
    const place = Buffer.concat([Buffer.from(target), below]);
    const shown = path.normalize(current.toString()).replace(/^\//, "");
    const handle = await openInside(root, current);
    if (handle === null) {
      const source = Buffer.concat([Buffer.from(root), slash, current]);
      if ((await lstat(source).catch(() => null)) !== null) result.skipped.push(shown);
      continue;
    }
    try {
      const status = await handle.stat();
      if (status.isDirectory() && !onlyFile) {
        await mkdir(place, { recursive: true });
        const folder = process.platform === "linux" ? `/proc/self/fd/${handle.fd}` : path.join(root, shown);
        for (const { name } of folderEntries(folder)) pending.push(Buffer.concat([below, slash, name]));
      } else if (status.isFile() && result.bytes + status.size <= maxBytes) {
        await mkdir(path.dirname(target), { recursive: true });
        result.bytes += await copyTo(handle, status.size, place, signal);
        result.files += 1;
      } else {
        result.skipped.push(shown);
      }
    } finally {
      await handle.close();
    }
  }
  return result;
}

/** The file may grow faster than it is copied: what is beyond `size` is left. */
async function copyTo(handle: FileHandle, size: number, place: Buffer, signal?: AbortSignal): Promise<number> {
  const sink = createWriteStream(place, { flags: "wx", mode: 0o644 });
  const source = size === 0 ? [] : handle.createReadStream({ autoClose: false, end: size - 1 });
  await pipeline(source, sink, { signal });
  return sink.bytesWritten;
}
