import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { walk } from "../../../src/lib/files/walk.ts";

/** All files below a directory with their text; directories as `name/` with null. */
export async function readTree(directory: string): Promise<Record<string, string | null>> {
  const tree: Record<string, string | null> = {};
  for await (const entry of walk(directory)) {
    if (entry.type === "directory") tree[`${entry.path}/`] = null;
    else tree[entry.path] = readFileSync(entry.absolute, "utf8");
  }
  return tree;
}

/** The names in a directory, including hidden ones, to check that nothing was left behind. */
export function namesIn(directory: string): string[] {
  return readdirSync(path.resolve(directory)).sort();
}
