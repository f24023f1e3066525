import { lstatSync } from "node:fs";
import { basename, dirname } from "node:path";
import { walk } from "../../../lib/files/walk.ts";

/** A regular file of a repository. */
export interface RepositoryFile {
  /** Relative to the repository, with `/`. */
  readonly path: string;
  readonly bytes: number;
}

/** Folders that tools fill, wherever they are. */
const generated = new Set(
  (
    ".git .hg .svn __pycache__ node_modules site-packages .venv venv .tox .nox .eggs .mypy_cache .pytest_cache .ruff_cache " +
    ".ipynb_checkpoints .idea .vscode"
  ).split(" "),
);

/** Such names are also ordinary names of packages, so they count only at the root. */
const generatedAtRoot = new Set(["build", "dist"]);

/** The regular files of a repository, in order of their paths, without generated folders. Links are never followed. */
export async function listFiles(
  root: string,
  most: number,
): Promise<{ readonly files: RepositoryFile[]; readonly isComplete: boolean }> {
  const isGenerated = (path: string): boolean => {
    const name = basename(path);
    return generated.has(name) || (generatedAtRoot.has(name) && dirname(path) === root);
  };
  const files: RepositoryFile[] = [];
  let entries = 0;
  for await (const { path, absolute, type } of walk(root, "", isGenerated)) {
    entries += 1;
    if (entries > most) return { files, isComplete: false };
    if (type !== "file") continue;
    const stats = lstatSync(absolute, { throwIfNoEntry: false });
    if (stats?.isFile()) files.push({ path, bytes: stats.size });
  }
  return { files, isComplete: true };
}
