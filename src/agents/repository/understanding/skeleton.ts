import { plainText } from "../../../lib/plain-text.ts";
import { cutToTokens, estimateTokens } from "../../search/memory/tokens.ts";
import type { SourceModule, SourceSymbol } from "./source-module.ts";

/**
 * A module without its bodies: signatures with the beginnings of their docstrings, in order. When not everything fits into a
 * number of tokens, the most important symbols stay, and the rest are counted.
 */
export function skeleton(module: SourceModule, importance: ReadonlyMap<string, number>, mostTokens: number): string {
  const head = [headOf(module), ...constantsOf(module)].join("\n");
  const shown = choose(module, importance, mostTokens - estimateTokens(head) - 8);
  const byName = new Map(module.symbols.map((symbol) => [symbol.qualified, symbol]));
  const left = module.symbols.filter((symbol) => !isLocal(symbol, byName)).length - shown.size;
  const lines = module.symbols.filter((symbol) => shown.has(symbol)).map(lineOf);
  const rest = left === 0 ? [] : [`  (and ${left} more)`];
  return cutToTokens(plainText([head, ...lines, ...rest].join("\n")), mostTokens);
}

/** Symbols by importance, each with what it is part of, until the room is used up. */
function choose(module: SourceModule, importance: ReadonlyMap<string, number>, room: number): Set<SourceSymbol> {
  const byName = new Map(module.symbols.map((symbol) => [symbol.qualified, symbol]));
  const weight = ({ id }: SourceSymbol): number => importance.get(id) ?? 0;
  const shown = new Set<SourceSymbol>();
  let left = room;
  for (const symbol of [...module.symbols].sort((a, b) => weight(b) - weight(a))) {
    if (isLocal(symbol, byName)) continue;
    const outer = byName.get(outerName(symbol));
    const added = [symbol, ...(outer === undefined ? [] : [outer])].filter((each) => !shown.has(each));
    const cost = added.reduce((sum, each) => sum + estimateTokens(lineOf(each)) + 1, 0);
    if (cost > left) continue;
    for (const each of added) shown.add(each);
    left -= cost;
  }
  return shown;
}

const outerName = ({ qualified, name }: SourceSymbol): string =>
  qualified.slice(0, Math.max(0, qualified.length - name.length - 1));

/** Whether it is inside a function, where other code cannot use it. */
function isLocal(symbol: SourceSymbol, byName: ReadonlyMap<string, SourceSymbol>): boolean {
  const outer = outerName(symbol);
  return outer !== "" && byName.get(outer)?.kind !== "class";
}

function headOf({ path, lines, documentation, hasSyntaxErrors }: SourceModule): string {
  const errors = hasSyntaxErrors ? ", with syntax errors" : "";
  const about = firstLine(documentation);
  return `${path} (${lines} lines${errors})${about === "" ? "" : `: ${about}`}`;
}

function constantsOf({ constants }: SourceModule): string[] {
  const names = constants.filter((name) => /^[A-Z]/.test(name)).slice(0, 12);
  return names.length === 0 ? [] : [`  constants: ${names.join(", ")}`];
}

function lineOf({ qualified, name, signature, documentation, decorators }: SourceSymbol): string {
  const indent = "  ".repeat(qualified.split(".").length);
  const above = decorators.filter((each) =>
    /^@(?:property|staticmethod|classmethod|.*\.(?:command|route|setter))/.test(each),
  );
  const about = name.startsWith("__") ? "" : firstLine(documentation);
  return `${indent}${[...above, signature].join(" ")}${about === "" ? "" : `  # ${about}`}`;
}

/** The first sentence or line of a docstring. */
export function firstLine(documentation: string): string {
  const line = documentation.split("\n").find((each) => each.trim() !== "") ?? "";
  return line.trim().slice(0, 120);
}
