import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { compareCodePoints } from "../compare-code-points.ts";

/** A file, folder, link or other entry below a directory. */
export interface WalkEntry {
  /** Relative to the directory walked; `/` separates components on every system. */
  path: string;
  /** Its path on disk. */
  absolute: string;
  /** Symbolic links are reported, never followed; `other` is a socket, pipe or device. */
  type: "file" | "directory" | "symlink" | "other";
}

/**
 * Everything below a directory, each folder before its content, ordered component by component and by code point, as
 * `sorted(Path(directory).rglob("*"))` in Python: `X/a` comes before `X-1/a`, unlike when whole paths are compared.
 * What `isLeftOut` is passed over, with everything below it.
 */
export async function* walk(
  directory: string,
  prefix = "",
  isLeftOut: (absolute: string) => boolean = () => false,
): AsyncGenerator<WalkEntry> {
  // Not a recursion: each level would add to the cost of every entry below it.
  const pending = await lastChildFirst(directory, prefix, isLeftOut);
  for (let entry = pending.pop(); entry !== undefined; entry = pending.pop()) {
    yield entry;
    if (entry.type !== "directory") continue;
    for (const child of await lastChildFirst(entry.absolute, `${entry.path}/`, isLeftOut)) pending.push(child);
  }
}

async function lastChildFirst(
  directory: string,
  prefix: string,
  isLeftOut: (absolute: string) => boolean,
): Promise<WalkEntry[]> {
  const children = (await readdir(directory, { withFileTypes: true })).map((child) => ({
    name: child.name,
    path: prefix + child.name,
    absolute: path.join(directory, child.name),
    type: typeOf(child),
  }));
  return children.filter(({ absolute }) => !isLeftOut(absolute)).sort((a, b) => compareCodePoints(b.name, a.name));
}

/** The files that `walk` finds, in the same order. */
export async function* walkFiles(directory: string): AsyncGenerator<WalkEntry> {
  for await (const entry of walk(directory)) if (entry.type === "file") yield entry;
}

function typeOf(child: Dirent): WalkEntry["type"] {
  if (child.isFile()) return "file";
  if (child.isDirectory()) return "directory";
  return child.isSymbolicLink() ? "symlink" : "other";
}
