import { skeleton } from "../understanding/skeleton.ts";
import type { Repository } from "../understanding/understand-repository.ts";
import { findModule } from "./find-symbol.ts";

const mostTokens = 4_000;
const mostNames = 20;

/** The classes and functions of a module with their signatures, and how it depends on other modules. */
export function outlineModule(repository: Repository, path: string): string {
  const module = findModule(repository, path);
  if (typeof module === "string") return module;
  const { graphs, importance } = repository;
  const text = skeleton(module, importance.symbols, mostTokens);
  const list = (paths: Iterable<string>): string => {
    const all = [...paths];
    const more = all.length > mostNames ? ` and ${all.length - mostNames} more` : "";
    return all.length === 0 ? "none" : all.slice(0, mostNames).join(", ") + more;
  };
  return [
    text,
    `Uses: ${list(graphs.modules.uses(module.path).keys())}`,
    `Used by: ${list(graphs.modules.usedBy(module.path).keys())}`,
  ].join("\n");
}
