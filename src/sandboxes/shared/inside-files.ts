import { createWriteStream } from "node:fs";
import { type FileHandle, lstat, mkdir, readdir, rename } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { CollectedFiles, CollectOptions } from "../../contracts/sandbox.ts";
import { BenchError, UsageError } from "../../lib/errors.ts";
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
  if (!written) throw new UsageError(`${relative} cannot be written: its folder does not exist or is a symbolic link.`);
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
  { maxBytes = Number.POSITIVE_INFINITY, signal }: CollectOptions = {},
): Promise<CollectedFiles> {
  const result = { files: 0, bytes: 0, skipped: [] as string[] };
  const pending = [relative];
  for (let current = pending.pop(); current !== undefined; current = pending.pop()) {
    signal?.throwIfAborted();
    const place = path.join(target, path.relative(relative, current));
    const handle = await openInside(root, current);
    if (handle === null) {
      if ((await lstat(path.join(root, current)).catch(() => null)) !== null) result.skipped.push(current);
      continue;
    }
    try {
      const status = await handle.stat();
      if (status.isDirectory()) {
        await mkdir(place, { recursive: true });
        for (const name of await namesIn(handle, path.join(root, current))) pending.push(path.join(current, name));
      } else if (status.isFile() && result.bytes + status.size <= maxBytes) {
        await mkdir(path.dirname(place), { recursive: true });
        result.bytes += await copyTo(handle, status.size, place, signal);
        result.files += 1;
      } else {
        result.skipped.push(current);
      }
    } finally {
      await handle.close();
    }
  }
  return result;
}

async function namesIn(handle: FileHandle, place: string): Promise<string[]> {
  return await readdir(process.platform === "linux" ? `/proc/self/fd/${handle.fd}` : place);
}

/** The file may grow faster than it is copied: what is beyond `size` is left. */
async function copyTo(handle: FileHandle, size: number, place: string, signal?: AbortSignal): Promise<number> {
  const sink = createWriteStream(place, { flags: "wx", mode: 0o644 });
  const source = size === 0 ? [] : handle.createReadStream({ autoClose: false, end: size - 1 });
  await pipeline(source, sink, { signal });
  return sink.bytesWritten;
}
