import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { compareCodePoints } from "../compare-code-points.ts";

/** One thing found below a directory. */
export interface WalkEntry {
  /** Relative to the directory walked, with `/` between components on every system. */
  path: string;
  /** Where it is on disk. */
  absolute: string;
  /** Symbolic links are reported, never followed; `other` is a socket, pipe or device. */
  type: "file" | "directory" | "symlink" | "other";
}

/**
 * Everything below a directory, a folder before what it holds, ordered component by component and by code point.
 * Python twin: `sorted(Path(directory).rglob("*"))`: `X/a` comes before `X-1/a`, which sorting by path text would turn round.
 */
export async function* walk(directory: string, prefix = ""): AsyncGenerator<WalkEntry> {
  const children = await readdir(directory, { withFileTypes: true });
  children.sort((a, b) => compareCodePoints(a.name, b.name));
  for (const child of children) {
    const entry = {
      path: prefix + child.name,
      absolute: path.join(directory, child.name),
      type: typeOf(child),
    };
    yield entry;
    if (entry.type === "directory") yield* walk(entry.absolute, `${entry.path}/`);
  }
}

/** Only the files of `walk`, in the same order. */
export async function* walkFiles(directory: string): AsyncGenerator<WalkEntry> {
  for await (const entry of walk(directory)) if (entry.type === "file") yield entry;
}

function typeOf(child: Dirent): WalkEntry["type"] {
  if (child.isFile()) return "file";
  if (child.isDirectory()) return "directory";
  return child.isSymbolicLink() ? "symlink" : "other";
}
