import { constants } from "node:fs";
import { type FileHandle, lstat, open } from "node:fs/promises";
import { hasCode } from "../../lib/error-code.ts";

const { O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;

/**
 * Opens `relative` below `root` without following a symbolic link anywhere on the way, even while a process inside swaps
 * folders for links. Null when it does not exist, is a link or cannot be opened now: an agent that runs as our own user may
 * take away our permissions, and any agent may hold a lease on its file. It may be a pipe or a device: call `stat` before
 * reading.
 */
export async function openInside(root: string, relative: string | Buffer): Promise<FileHandle | null> {
  return await below(root, relative, async (place) => {
    // An ordinary open of a pipe without a writer would block forever.
    return await open(place, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  });
}

/** Creates a temporary file beside `relative` and calls `work` with it and both paths, which are safe from links. */
export async function createInside(
  root: string,
  relative: string,
  work: (handle: FileHandle, temporary: string, target: string) => Promise<void>,
): Promise<boolean> {
  const done = await below(root, relative, async (place) => {
    const target = place.toString();
    const temporary = `${target}.${process.pid}.writing`;
    const handle = await open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o644);
    try {
      await work(handle, temporary, target);
    } finally {
      await handle.close();
    }
    return true;
  });
  return done === true;
}

/**
 * Walks to the folder of `relative` one component at a time, each opened relative to the one before: on Linux every open
 * folder has a path in `/proc`. Elsewhere each component is checked before use, which a quick swap could defeat, but the
 * only sandbox there does not isolate anyway.
 */
async function below<T>(
  root: string,
  relative: string | Buffer,
  use: (place: Buffer) => Promise<T>,
): Promise<T | null> {
  // Names are bytes, which need not be UTF-8; in this encoding every byte is one character.
  const parts = Buffer.from(relative as string)
    .toString("latin1")
    .split("/")
    .filter((part) => part !== "" && part !== ".");
  if (parts.includes("..")) return null;
  const name = parts.pop() ?? ".";
  const handles: FileHandle[] = [];
  // Not joined: that would turn `fd/7/.`, the folder, into `fd/7`, a link.
  const childOf = (folder: Buffer, part: string): Buffer => Buffer.concat([folder, Buffer.from(`/${part}`, "latin1")]);
  try {
    let place: Buffer = Buffer.from(root);
    for (const part of [null, ...parts]) {
      const next = part === null ? place : childOf(place, part);
      if (process.platform === "linux") {
        const handle = await open(next, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
        handles.push(handle);
        place = Buffer.from(`/proc/self/fd/${handle.fd}`);
      } else {
        if ((await lstat(next)).isSymbolicLink()) return null;
        place = next;
      }
    }
    return await use(childOf(place, name));
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR", "ELOOP", "EMLINK", "ENXIO", "EACCES", "EAGAIN")) return null;
    throw error;
  } finally {
    for (const handle of handles) await handle.close();
  }
}
