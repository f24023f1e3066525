import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";

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

/** Orders two texts as Python does, by code point; JavaScript's own order puts U+1F600 before U+FF01. */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return rank(x) - rank(y);
  }
  return a.length - b.length;
}

/** Moves surrogate halves above the rest of the basic plane, where the code points they encode belong. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

function typeOf(child: Dirent): WalkEntry["type"] {
  if (child.isFile()) return "file";
  if (child.isDirectory()) return "directory";
  return child.isSymbolicLink() ? "symlink" : "other";
}
