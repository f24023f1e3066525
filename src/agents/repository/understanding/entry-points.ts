import { posix } from "node:path";
import type { Graph } from "./graph.ts";
import { ModuleIndex } from "./module-index.ts";
import { placeWeight } from "./roles.ts";
import type { SourceModule } from "./source-module.ts";

/** Where the repository's programs begin. */
export interface EntryPoint {
  readonly path: string;
  /** Why it counts as one, the strongest reason first. */
  readonly reasons: readonly string[];
  readonly weight: number;
}

interface Hints {
  /** The texts of READMEs. */
  readonly readme: string;
  /** The texts of `pyproject.toml`, `setup.cfg` and `setup.py`. */
  readonly packaging: string;
}

/** The entry points of a repository, most likely first. */
export function findEntryPoints(modules: readonly SourceModule[], graph: Graph, hints: Hints): EntryPoint[] {
  const commands = commandsOf(modules, hints.packaging);
  const found = modules.flatMap((module) => {
    const reasons = reasonsFor(module, graph, commands.get(module.path), hints.readme);
    const place = placeWeight(module.path) / (1 + 0.15 * module.path.split("/").length);
    const weight = place * reasons.reduce((sum, reason) => sum + reason.weight, 0);
    const inOrder = reasons.sort((left, right) => right.weight - left.weight);
    return reasons.length === 0 ? [] : [{ path: module.path, reasons: inOrder.map(({ text }) => text), weight }];
  });
  return found.sort((left, right) => right.weight - left.weight);
}

function reasonsFor(module: SourceModule, graph: Graph, command: string | undefined, readme: string) {
  const { path, runs, isNotebook } = module;
  const name = posix.basename(path);
  const isRootLike = graph.usedBy(path).size === 0 && graph.uses(path).size >= 2;
  const reasons: { readonly text: string; readonly weight: number }[] = [];
  if (command !== undefined) reasons.push({ text: `command \`${command}\``, weight: 3 });
  if (isStartedIn(readme, path)) reasons.push({ text: "started in the README", weight: 3 });
  if (name === "__main__.py") reasons.push({ text: "runs with `python -m`", weight: 2 });
  if (runs) reasons.push({ text: "has a main block", weight: 1 });
  if (isNotebook) reasons.push({ text: "notebook", weight: 0.7 });
  if (isRootLike && name !== "__init__.py") {
    reasons.push({ text: "uses other modules and is used by none", weight: 0.6 });
  }
  return reasons;
}

/** Whether the README shows how to start a file: by its path or, for a distinctive name, by name, or as a module. */
function isStartedIn(readme: string, path: string): boolean {
  if (!path.endsWith(".py")) return readme.includes(path);
  const module = path
    .replace(/(?:\/__main__)?\.py$/, "")
    .replaceAll("/", ".")
    .replace(/^src\./, "");
  const starts = readme.match(/(?:python3?|torchrun|accelerate launch|streamlit run)[^\n]{0,200}/g) ?? [];
  const words = new Set(starts.flatMap((line) => line.split(/[\s`"'=;]+/)).map((word) => word.replace(/^\.\//, "")));
  return words.has(path) || words.has(module) || words.has(posix.basename(path));
}

/** Commands that installing the package provides, by the path of the module they start. */
function commandsOf(modules: readonly SourceModule[], packaging: string): Map<string, string> {
  const index = new ModuleIndex(modules);
  const root: SourceModule = { ...({} as SourceModule), path: "setup.py" };
  const commands = new Map<string, string>();
  for (const [, command, module] of packaging.matchAll(/([\w.-]{1,60})["']?\s*=\s*["']?([\w.]{1,200}):[\w.]+/g)) {
    const target = index.find(root, { module: module!, level: 0 });
    if (target !== undefined && !commands.has(target.path)) commands.set(target.path, command!);
  }
  return commands;
}
