import { setImmediate } from "node:timers/promises";
import type { ReadingLimits } from "./limits.ts";
import type { RepositoryFile } from "./list-files.ts";
import { notebookCode } from "./notebook-code.ts";
import { parsePython } from "./parse-python.ts";
import { readText } from "./read-text.ts";
import type { SourceModule } from "./source-module.ts";

/** A file of Python that was not parsed, and why. */
export interface SkippedFile {
  readonly path: string;
  readonly reason: string;
}

export interface ReadModules {
  readonly modules: readonly SourceModule[];
  readonly skipped: readonly SkippedFile[];
}

/** Parses the Python files and notebooks among files, those closest to the root first, as far as the limits allow. */
export async function readModules(
  root: string,
  files: readonly RepositoryFile[],
  limits: ReadingLimits,
): Promise<ReadModules> {
  const modules: SourceModule[] = [];
  const skipped: SkippedFile[] = [];
  let bytes = 0;
  for (const file of closestFirst(files.filter(({ path }) => /\.(?:py|pyw|ipynb)$/.test(path)))) {
    const isFull = modules.length >= limits.modules || bytes + file.bytes > limits.totalBytes;
    const result = isFull ? "the repository is too large" : await readModule(root, file, limits);
    if (typeof result === "string") skipped.push({ path: file.path, reason: result });
    else {
      modules.push(result);
      bytes += file.bytes;
    }
    // Others in this process have their turn.
    await setImmediate();
  }
  return { modules, skipped };
}

function closestFirst(files: readonly RepositoryFile[]): RepositoryFile[] {
  const depth = ({ path }: RepositoryFile): number => path.split("/").length;
  return [...files].sort((left, right) => depth(left) - depth(right));
}

/** The module, or why there is none. */
async function readModule(root: string, { path, bytes }: RepositoryFile, limits: ReadingLimits) {
  const isNotebook = path.endsWith(".ipynb");
  if (bytes > (isNotebook ? limits.notebookBytes : limits.moduleBytes)) return "too large";
  const source = readSource(root, path, bytes);
  if (source === null) return isNotebook ? "not a notebook" : "not a text file";
  const contents = await parsePython(path, source);
  if (contents === null) return "the parser gave up";
  return { path, bytes, lines: source.split("\n").length, isNotebook, ...contents } satisfies SourceModule;
}

/** The code of a file of Python or of a notebook's cells; null when it cannot be read as such. */
export function readSource(root: string, path: string, mostBytes: number): string | null {
  const text = readText(root, path, mostBytes);
  return text === null || !path.endsWith(".ipynb") ? text : notebookCode(text);
}
