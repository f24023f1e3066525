import { realpathSync, statSync } from "node:fs";
import { basename } from "node:path";
import { UsageError } from "../../../lib/errors.ts";
import { type Component, componentTree } from "./component-tree.ts";
import { type EntryPoint, findEntryPoints } from "./entry-points.ts";
import { buildGraphs, type Graphs } from "./graphs.ts";
import { type Importance, weighImportance } from "./importance.ts";
import { defaultLimits, type ReadingLimits } from "./limits.ts";
import { listFiles, type RepositoryFile } from "./list-files.ts";
import { readModules, type SkippedFile } from "./read-modules.ts";
import { readText } from "./read-text.ts";
import type { SourceModule } from "./source-module.ts";

/** What is known about a repository. */
export interface Repository {
  readonly name: string;
  /** Its folder. */
  readonly root: string;
  readonly files: readonly RepositoryFile[];
  readonly modules: readonly SourceModule[];
  /** Python files that were not parsed. */
  readonly skipped: readonly SkippedFile[];
  /** Whether all files were listed. */
  readonly isComplete: boolean;
  /** The README closest to the root, as far as it was read; empty when there is none. */
  readonly readme: string;
  readonly graphs: Graphs;
  readonly components: Component;
  readonly entryPoints: readonly EntryPoint[];
  readonly importance: Importance;
}

export interface UnderstandingOptions {
  /** What the repository is wanted for: parts that share its words count more. */
  readonly task?: string;
  readonly name?: string;
  readonly limits?: Partial<ReadingLimits>;
}

const mostReadmeBytes = 64_000;

/**
 * Reads a repository of Python: parses its files, and works out how they depend on each other and which matter most. Nothing
 * of it is executed.
 *
 * @throws UsageError when it is not a folder that can be read.
 */
export async function understandRepository(folder: string, options: UnderstandingOptions = {}): Promise<Repository> {
  const root = requireFolder(folder);
  const limits = { ...defaultLimits, ...options.limits };
  const { files, isComplete } = await listFiles(root, limits.entries);
  const { modules, skipped } = await readModules(root, files, limits);
  const graphs = buildGraphs(modules);
  const readme = readReadme(root, files);
  const packaging = ["pyproject.toml", "setup.cfg", "setup.py"].map(
    (path) => readText(root, path, mostReadmeBytes) ?? "",
  );
  const entryPoints = findEntryPoints(modules, graphs.modules, { readme, packaging: packaging.join("\n") });
  return {
    name: options.name ?? basename(root),
    root,
    files,
    modules,
    skipped,
    isComplete,
    readme,
    graphs,
    components: componentTree(modules),
    entryPoints,
    importance: weighImportance(modules, graphs, { entryPoints, task: options.task ?? "", readme }),
  };
}

function requireFolder(folder: string): string {
  try {
    const root = realpathSync(folder);
    if (statSync(root).isDirectory()) return root;
  } catch (cause) {
    throw new UsageError(`The repository ${folder} cannot be read: ${(cause as Error).message}.`, { cause });
  }
  throw new UsageError(`The repository ${folder} is not a folder.`);
}

function readReadme(root: string, files: readonly RepositoryFile[]): string {
  const readmes = files.filter(({ path }) => /(?:^|\/)readme(?:\.(?:md|rst|txt|markdown))?$/i.test(path));
  const depth = (path: string): number => path.split("/").length;
  const [first] = readmes.sort((left, right) => depth(left.path) - depth(right.path));
  return first === undefined ? "" : (readText(root, first.path, mostReadmeBytes) ?? "");
}
