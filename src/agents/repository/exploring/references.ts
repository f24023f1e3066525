import { readSource } from "../understanding/read-modules.ts";
import type { Repository } from "../understanding/understand-repository.ts";
import { boundedLines } from "./bounded.ts";
import { findModule, findSymbol } from "./find-symbol.ts";

const mostReferences = 100;

/** Where a class or function is called or inherited from, or which modules import a module. */
export function findReferences(repository: Repository, name: string): string {
  if (/\.(?:py|ipynb)$/.test(name.trim())) return importersOf(repository, name);
  const found = findSymbol(repository, name);
  if (typeof found === "string") return found;
  const { id } = found.symbol;
  const uses = repository.graphs.uses.filter(({ target }) => target === id);
  if (uses.length === 0) return `No use of ${id} was found. Calls through variables may be missing: try grep.`;
  const sources = new Map<string, string[]>();
  const lines = uses.slice(0, mostReferences).map(({ path, line, within }) => {
    const source = sources.get(path) ?? linesOf(repository, path);
    sources.set(path, source);
    const place = within === "" ? "" : ` (in ${within})`;
    return `${path}:${line}${place}: ${(source[line - 1] ?? "").trim().slice(0, 200)}`;
  });
  const more = uses.length > mostReferences ? `, the first ${mostReferences} of them` : "";
  return boundedLines([`${uses.length} uses of ${id}${more}:`, ...lines], "");
}

function importersOf(repository: Repository, path: string): string {
  const module = findModule(repository, path);
  if (typeof module === "string") return module;
  const users = [...repository.graphs.modules.usedBy(module.path).keys()];
  if (users.length === 0) return `No module uses ${module.path}.`;
  return boundedLines([`${users.length} modules use ${module.path}:`, ...users.map((user) => `- ${user}`)], "");
}

function linesOf({ root, modules }: Repository, path: string): string[] {
  const bytes = modules.find((module) => module.path === path)?.bytes ?? 0;
  return (readSource(root, path, bytes) ?? "").split("\n");
}
