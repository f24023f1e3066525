import { readFileSync } from "node:fs";
import { didYouMean } from "../lib/did-you-mean.ts";
import { UsageError } from "../lib/errors.ts";

/** Upstream's other names: `lite` for `low`, `split75` for `all`. */
const splitAliases: Readonly<Record<string, string>> = { lite: "low", split75: "all" };

/** The split of our own, generated competitions: in no other split, and not among `listIds`. */
export const demoSplit = "demo";

let splits: Map<string, readonly string[]> | undefined;

/** Adds a split from outside this package. @throws UsageError when its name is taken. */
export function registerSplit(name: string, ids: readonly string[]): void {
  const known = readSplits();
  if (known.has(name) || Object.hasOwn(splitAliases, name))
    throw new UsageError(`There already is a split \`${name}\`.`);
  known.set(name, ids);
}

/**
 * Ids of upstream's competitions, the benchmark's and those for development, sorted by character code (digits, capitals,
 * small letters) as upstream lists them. Any others are in splits of their own; see `listKnownIds`.
 */
export function listIds(): string[] {
  return [...loadSplit("all"), ...loadSplit("dev")].sort();
}

/** Names of all splits, aliases not included, in the order of `data/splits.json`. */
export function listSplits(): string[] {
  return [...readSplits().keys()];
}

/**
 * Ids of the competitions in a split, in upstream's order. Accepts aliases and any letter case.
 * Throws `UsageError`, with the nearest names, when there is no such split.
 */
export function loadSplit(name: string): readonly string[] {
  const wanted = name.toLowerCase();
  const members = readSplits().get(Object.hasOwn(splitAliases, wanted) ? splitAliases[wanted]! : wanted);
  if (members !== undefined) return members;
  const names = [...listSplits(), ...Object.keys(splitAliases)];
  throw new UsageError(`There is no split \`${name}\`.${didYouMean(name, names)} Splits: ${names.join(", ")}.`);
}

function readSplits(): Map<string, readonly string[]> {
  splits ??= new Map(
    Object.entries<string[]>(JSON.parse(readFileSync(new URL("../../data/splits.json", import.meta.url), "utf8"))),
  );
  return splits;
}
