import { chmodSync, type Dirent, existsSync, lchownSync, lstatSync, renameSync } from "node:fs";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { folderEntries } from "../../lib/files/folder-entries.ts";
import { removeTree } from "../../lib/files/remove-tree.ts";
import { sha256 } from "../../lib/hashing.ts";
import type { Pace } from "../../lib/pace.ts";
import type { DroppedFiles } from "./dropped-files.ts";

/** Files with longer paths are dropped: the system's limit is 4096, and they must still fit below `attempts/`. */
const longestPath = 3500;

/** How much may be kept. */
export interface Room {
  readonly bytes: number;
  /** Files and folders. */
  readonly entries: number;
}

/**
 * Moves a folder that an agent has filled, without copying, and makes it safe to read: links and everything else that is not
 * a regular file are dropped, names that are not UTF-8 are replaced, and files get plain permissions and our user. Nothing
 * of the agent may run any more. The folder may have been moved before, or not exist.
 *
 * Files that do not fit into `room` are dropped: a sparse one can be of any size and would take days to read. Returns what
 * was kept. Rejects when `pace` is stopped; then the folder can be taken again.
 */
export async function takeOverFolder(
  source: string,
  target: string,
  room: Room,
  { dropped, pace }: { readonly dropped: DroppedFiles; readonly pace: Pace },
): Promise<Room> {
  if (lstatSync(source, { throwIfNoEntry: false })?.isDirectory()) {
    await removeTree(target);
    // One that the agent has closed could not be moved.
    makePlain(source, 0o755);
    await rename(source, target);
  }
  const kept = { bytes: 0, entries: 0 };
  const pending = existsSync(target) ? [target] : [];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    makePlain(folder, 0o755);
    for (const child of await firstChildren(folder, room.entries - kept.entries, dropped, pace)) {
      await pace.next();
      const path = readablePath(folder, child.name);
      const file = child.isFile() ? lstatSync(path) : null;
      const why = whyNot(path, child, room.bytes - kept.bytes, file?.size);
      if (why !== null) {
        dropped.move(path, why);
        continue;
      }
      kept.entries += 1;
      if (file === null) pending.push(path);
      else {
        kept.bytes += file.size;
        makePlain(path, file.mode & 0o111 ? 0o755 : 0o644);
      }
    }
  }
  return kept;
}

/** Null when an entry can be kept. */
function whyNot(path: string, entry: Dirent<Buffer>, room: number, bytes = 0) {
  if (entry.isSymbolicLink()) return "link";
  if (!entry.isFile() && !entry.isDirectory()) return "special";
  if (Buffer.byteLength(path) > longestPath) return "too-deep";
  return bytes > room ? "too-large" : null;
}

/**
 * The first entries of a folder; the others are dropped. A folder may have more entries than fit into memory, and one that
 * changes while it is read may not show them all: so it is read until nothing is left to drop.
 */
async function firstChildren(
  folder: string,
  most: number,
  dropped: DroppedFiles,
  pace: Pace,
): Promise<Dirent<Buffer>[]> {
  const children = new Map<string, Dirent<Buffer>>();
  for (let isComplete = false; !isComplete; ) {
    isComplete = true;
    for (const child of folderEntries(folder)) {
      await pace.next();
      const name = child.name.toString("latin1");
      if (children.has(name)) continue;
      if (children.size < most) {
        children.set(name, child);
      } else {
        dropped.move(Buffer.concat([Buffer.from(`${folder}/`), child.name]), "too-many");
        isComplete = false;
      }
    }
  }
  return [...children.values()];
}

/** The path of an entry. A name that is not UTF-8, which no string could refer to, is replaced first. */
function readablePath(folder: string, name: Buffer): string {
  const text = name.toString("utf8");
  if (Buffer.from(text).equals(name)) return join(folder, text);
  const stem = join(folder, `${text.slice(0, 60)}-${sha256(name).slice(0, 8)}`);
  let path = stem;
  // The agent may have made a file or folder of that name as well.
  for (let number = 2; lstatSync(path, { throwIfNoEntry: false }) !== undefined; number += 1)
    path = `${stem}-${number}`;
  renameSync(Buffer.concat([Buffer.from(`${folder}/`), name]), path);
  return path;
}

function makePlain(path: string, mode: number): void {
  if (process.getuid?.() === 0) lchownSync(path, 0, 0);
  chmodSync(path, mode);
}
