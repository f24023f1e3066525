import { lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseHashList } from "../record/hash-list.ts";
import { runFiles } from "../record/run-folder.ts";
import type { Expectation } from "./verify-files.ts";

/**
 * What `files.sha256` expects; `below` is the folder inside the run that holds it, ending with a slash. Paths that lead out
 * of that folder are left out: the list's own hash shows that they were added.
 */
export function readFileList(folder: string, below = ""): Expectation[] {
  const path = join(folder, below, runFiles.files);
  if (!lstatSync(path, { throwIfNoEntry: false })?.isFile()) return [];
  return parseHashList(readFileSync(path, "utf8"))
    .filter((listed) => !listed.path.startsWith("/") && !listed.path.split("/").includes(".."))
    .map((listed) => ({ file: below + listed.path, sha256: listed.sha256, by: below + runFiles.files }));
}
