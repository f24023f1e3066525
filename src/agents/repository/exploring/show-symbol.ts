import { readSource } from "../understanding/read-modules.ts";
import type { Repository } from "../understanding/understand-repository.ts";
import { boundedLines } from "./bounded.ts";
import { findSymbol } from "./find-symbol.ts";

const mostNames = 20;

/** The source of a class or function with its line numbers, what it calls and what calls it. */
export function showSymbol(repository: Repository, name: string): string {
  const found = findSymbol(repository, name);
  if (typeof found === "string") return found;
  const { symbol, module } = found;
  const source = readSource(repository.root, module.path, module.bytes);
  if (source === null) return `${module.path} cannot be read any more.`;
  const lines = source
    .split("\n")
    .slice(symbol.firstLine - 1, symbol.lastLine)
    .map((line, index) => `${symbol.firstLine + index}  ${line}`);
  const { calls } = repository.graphs;
  const list = (label: string, ids: Iterable<string>): string[] => {
    const all = [...ids];
    const more = all.length > mostNames ? ` and ${all.length - mostNames} more` : "";
    return all.length === 0 ? [] : [`${label}: ${all.slice(0, mostNames).join(", ")}${more}`];
  };
  const about = [
    symbol.id,
    ...list("calls", calls.uses(symbol.id).keys()),
    ...list("used by", calls.usedBy(symbol.id).keys()),
  ];
  return boundedLines([...about, ...lines], "Show its methods one by one.");
}
