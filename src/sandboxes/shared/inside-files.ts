import { createWriteStream } from "node:fs";
import { type FileHandle, lstat, mkdir, readdir, rename } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { CollectedFiles } from "../../contracts/sandbox.ts";
import { BenchError, UsageError } from "../../lib/errors.ts";
import { createInside, openInside } from "./open-inside.ts";
import type { Workspace } from "./workspace.ts";

/** Reads a regular file below `root`; null when there is none. */
export async function readInside(root: string, relative: string, maxBytes: number): Promise<Uint8Array | null> {
  const handle = await openInside(root, relative);
  if (handle === null) return null;
  try {
    const status = await handle.stat();
    if (!status.isFile()) return null;
    if (status.size > maxBytes) {
      throw new BenchError("file-too-large", `${relative} has ${status.size} bytes; at most ${maxBytes} are read.`);
    }
    return await readUpTo(handle, maxBytes);
  } finally {
    await handle.close();
  }
}

/** The size may grow between looking and reading. */
async function readUpTo(handle: FileHandle, maxBytes: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let total = 0;
  for await (const chunk of handle.createReadStream({ autoClose: false, end: maxBytes })) {
    chunks.push(chunk);
    total += chunk.length;
  }
  return Buffer.concat(chunks, Math.min(total, maxBytes));
}

/** Puts a file below `root`, replacing what is there, a link included, and gives it to the sandbox's user. */
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
  if (!written) throw new UsageError(`${relative} cannot be written: its folder is not there, or is a symbolic link.`);
}

/**
 * Copies a file, or a tree, from below `root` to a host path that does not exist. Only regular files and folders come along:
 * what is a link, a pipe, a socket or a device is listed in `skipped`. Names are looked up anew for every file, each time
 * without following links, so the tree may change meanwhile.
 */
export async function collectInside(root: string, relative: string, target: string): Promise<CollectedFiles> {
  const result = { files: 0, bytes: 0, skipped: [] as string[] };
  const pending = [relative];
  for (let current = pending.pop(); current !== undefined; current = pending.pop()) {
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
      } else if (status.isFile()) {
        await mkdir(path.dirname(place), { recursive: true });
        result.bytes += await copyTo(handle, place);
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

async function copyTo(handle: FileHandle, place: string): Promise<number> {
  const sink = createWriteStream(place, { flags: "wx", mode: 0o644 });
  await pipeline(handle.createReadStream({ autoClose: false }), sink);
  return sink.bytesWritten;
}
