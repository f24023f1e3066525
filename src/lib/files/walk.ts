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
  const all = await readdir(directory, { withFileTypes: true });
  const children = all.filter(({ name }) => !isLeftOut(path.join(directory, name)));
  children.sort((a, b) => compareCodePoints(a.name, b.name));
  for (const child of children) {
    const entry = {
      path: prefix + child.name,
      absolute: path.join(directory, child.name),
      type: typeOf(child),
    };
    yield entry;
    if (entry.type === "directory") yield* walk(entry.absolute, `${entry.path}/`, isLeftOut);
  }
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
