import { lstatSync, readdirSync } from "node:fs";
import { lstat, mkdir, readdir, realpath, rename, rmdir } from "node:fs/promises";
import path from "node:path";
import { hasCode } from "../error-code.ts";
import { freeDiskBytes } from "../files/free-disk-bytes.ts";
import { moveOrCopy } from "../files/move-or-copy.ts";
import { removeTree } from "../files/remove-tree.ts";
import { temporarySibling } from "../files/temporary-sibling.ts";
import { walk } from "../files/walk.ts";
import { formatBytes } from "../format-bytes.ts";
import type { ExtractProgress } from "./archive-entry.ts";
import { ArchiveError } from "./archive-error.ts";
import type { ArchiveLimits } from "./size-guard.ts";

/** The options of every extraction. */
export interface ExtractOptions {
  /** When an archive counts as a bomb; see `ArchiveLimits` for the defaults. */
  limits?: Partial<ArchiveLimits>;
  /**
   * What to do if the target directory is not empty: refuse (the default), or merge, replacing files of the same name.
   * Merging never follows a symbolic link, and never replaces a file with a directory or the other way round.
   */
  existing?: "refuse" | "merge";
  /** Called after every entry, and every few megabytes. */
  onProgress?: (progress: ExtractProgress) => void;
  /** Stops the extraction, which then leaves nothing behind and throws the signal's reason. */
  signal?: AbortSignal;
}

/**
 * Runs `fill` on an empty temporary sibling of `directory` and moves the result into place if it succeeds. If anything
 * goes wrong, the target stays as it was.
 */
export async function extractSafely<T>(
  archive: string,
  directory: string,
  options: ExtractOptions,
  fill: (temporary: string) => Promise<T>,
): Promise<T> {
  options.signal?.throwIfAborted();
  // The directory itself may be a link to a bigger disk: the caller chose it, not the archive.
  const target = await realpath(directory).catch(() => path.resolve(directory));
  const existing = options.existing ?? "refuse";
  requireRoom(archive, target, existing);
  const firstCreated = await mkdir(path.dirname(target), { recursive: true });
  const temporary = temporarySibling(target, "extracting");
  try {
    await mkdir(temporary);
    const result = await fill(temporary);
    options.signal?.throwIfAborted();
    await place(archive, temporary, target, existing);
    return result;
  } catch (error) {
    await removeTree(temporary);
    if (firstCreated !== undefined) await removeEmpty(path.dirname(target), firstCreated);
    throw error;
  }
}

/** Throws if the disk of `directory` has no room for the extracted bytes: better now than after an hour. */
export async function requireFreeSpace(archive: string, directory: string, bytes: number): Promise<void> {
  const free = await freeDiskBytes(directory);
  if (bytes <= free) return;
  const reason = `needs ${formatBytes(bytes)} in ${directory}, but only ${formatBytes(free)} are free`;
  throw new ArchiveError("no-space", { archive }, reason);
}

function requireRoom(archive: string, target: string, existing: "refuse" | "merge"): void {
  const stats = lstatSync(target, { throwIfNoEntry: false });
  if (stats === undefined) return;
  const refuse = (what: string): never => {
    throw new ArchiveError("occupied", { archive }, `cannot be extracted: ${target} ${what}`);
  };
  if (stats.isSymbolicLink()) refuse("is a broken symbolic link");
  if (!stats.isDirectory()) refuse("exists and is not a directory");
  if (existing === "refuse" && readdirSync(target).length > 0) refuse("is not empty; remove it or allow merging");
}

async function place(archive: string, temporary: string, target: string, existing: "refuse" | "merge"): Promise<void> {
  try {
    // Atomic if the target is missing or an empty directory.
    await rename(temporary, target);
  } catch (error) {
    if (!hasCode(error, "ENOTEMPTY", "EEXIST", "EXDEV", "EBUSY", "EPERM")) throw error;
    requireRoom(archive, target, existing);
    await refuseConflicts(archive, temporary, target);
    await merge(temporary, target);
    await removeTree(temporary);
  }
}

/** Checks the whole target before anything is moved, so that a refusal leaves it unchanged. */
async function refuseConflicts(archive: string, source: string, target: string): Promise<void> {
  for await (const entry of walk(source)) {
    const there = lstatSync(path.join(target, entry.path), { throwIfNoEntry: false });
    if (there === undefined || (entry.type === "directory" ? there.isDirectory() : there.isFile())) continue;
    const reason = `cannot replace ${path.join(target, entry.path)}, which is not a ${entry.type}`;
    throw new ArchiveError("occupied", { archive, entry: entry.path }, reason);
  }
}

async function merge(source: string, target: string): Promise<void> {
  for (const child of await readdir(source, { withFileTypes: true })) {
    const from = path.join(source, child.name);
    const to = path.join(target, child.name);
    const there = await lstat(to).catch(() => null);
    if (child.isDirectory() && there !== null) await merge(from, to);
    else await moveOrCopy(from, to);
  }
}

async function removeEmpty(directory: string, upTo: string): Promise<void> {
  for (let current = directory; current.length >= upTo.length; current = path.dirname(current)) {
    await rmdir(current).catch(() => undefined);
  }
}
