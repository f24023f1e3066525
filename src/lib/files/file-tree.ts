import { constants, existsSync, realpathSync } from "node:fs";
import { chmod, copyFile, lstat, mkdir, readlink, realpath, symlink } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { UsageError } from "../errors.ts";
import { formatBytes } from "../format-bytes.ts";
import { sha256, sha256OfFile } from "../hashing.ts";
import { inParallel } from "../in-parallel.ts";
import { type WalkEntry, walk } from "./walk.ts";

export interface TreeOptions {
  /** How large the tree may be, and what to do about one that is larger. */
  readonly bytes: number;
  readonly entries: number;
  readonly advice: string;
  /** Folders that do not belong to it, wherever they are. */
  readonly without?: readonly string[];
}

interface TreeEntry {
  /** Relative to the tree; empty for the tree itself. */
  readonly path: string;
  readonly absolute: string;
  readonly type: Exclude<WalkEntry["type"], "other">;
  readonly mode: number;
  readonly bytes: number;
}

/** Folders that change without a change of what a program does: git's own files, and Python's compiled ones. */
const passedOver = new Set([".git", "__pycache__"]);

/** What a tree contains. */
export interface TreeHash {
  readonly sha256: string;
  readonly files: number;
  readonly bytes: number;
}

/**
 * A hash of a file, or of everything in a folder: paths, contents, link targets, and which files are executable. Neither the
 * name of the root nor times nor owners count. `.git`, `__pycache__`, sockets and devices are passed over.
 *
 * @throws UsageError when it cannot be read or is too large.
 */
export async function hashTree(root: string, options: TreeOptions): Promise<TreeHash> {
  const entries = await listTree(root, options);
  const lines = await inParallel(entries, 8, async ({ path, absolute, type, mode }) => {
    if (type === "directory") return JSON.stringify([path]);
    if (type === "symlink") return JSON.stringify([path, "->", await readlink(absolute)]);
    const content = await sha256OfFile(absolute).catch((cause: Error) => {
      throw new UsageError(`${absolute} cannot be read: ${cause.message}.`, { cause });
    });
    return JSON.stringify([path, mode & 0o100 ? "x" : "-", content]);
  });
  return {
    sha256: sha256(lines.join("\n")),
    files: entries.filter(({ type }) => type === "file").length,
    bytes: entries.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/** Copies what `hashTree` counts, with permissions and links, to a path that does not exist yet. */
export async function copyTree(root: string, target: string, options: TreeOptions): Promise<void> {
  const entries = await listTree(root, options);
  for (const { path, absolute, type } of entries) {
    const place = path === "" ? target : join(target, path);
    if (type === "directory") await mkdir(place);
    else if (type === "symlink") await symlink(await readlink(absolute), place);
    else await copyFile(absolute, place, constants.COPYFILE_FICLONE);
  }
  // The innermost first: a folder may be closed to writing.
  for (const { path, type, mode } of entries.toReversed()) {
    if (type !== "symlink") await chmod(path === "" ? target : join(target, path), mode & 0o777);
  }
}

/** Each folder before its content. A link at the root is followed. */
async function listTree(root: string, options: TreeOptions): Promise<TreeEntry[]> {
  const place = await realpath(root).catch((cause: Error) => {
    throw new UsageError(`${root} cannot be read: ${cause.message}.`, { cause });
  });
  const entries: TreeEntry[] = [];
  let bytes = 0;
  const add = async (path: string, absolute: string, type: TreeEntry["type"]): Promise<void> => {
    const { mode, size } = await lstat(absolute);
    entries.push({ path, absolute, type, mode, bytes: type === "file" ? size : 0 });
    bytes += entries.at(-1)!.bytes;
    const most = bytes > options.bytes ? formatBytes(options.bytes) : `${options.entries} files`;
    if (bytes <= options.bytes && entries.length <= options.entries) return;
    throw new UsageError(`${root} is too large: more than ${most}. ${options.advice}`);
  };
  const isFolder = (await lstat(place)).isDirectory();
  await add("", place, isFolder ? "directory" : "file");
  if (!isFolder) return entries;
  const others = new Set(
    (options.without ?? []).map((path) => (existsSync(path) ? realpathSync(path) : resolve(path))),
  );
  const isLeftOut = (path: string): boolean => passedOver.has(basename(path)) || others.has(path);
  for await (const { path, absolute, type } of walk(place, "", isLeftOut)) {
    if (type !== "other") await add(path, absolute, type);
  }
  return entries;
}
