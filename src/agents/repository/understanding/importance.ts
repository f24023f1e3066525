import type { EntryPoint } from "./entry-points.ts";
import type { Graphs } from "./graphs.ts";
import { moduleOf } from "./graphs.ts";
import { pageRank } from "./page-rank.ts";
import { isTest, nameWeight, placeWeight } from "./roles.ts";
import type { SourceModule } from "./source-module.ts";
import { splitWords } from "./split-words.ts";

/** How much each part counts. History does not: what is changed often is not what the task needs. */
const shares = { symbols: 0.25, rank: 0.15, usage: 0.15, entry: 0.2, words: 0.15, name: 0.05, size: 0.05 };

/** The weight of an entry point of which there is no doubt. */
const surelyAnEntryPoint = 2;

export interface Importance {
  /** By path of module, 0 to 1. */
  readonly modules: ReadonlyMap<string, number>;
  /** By id of symbol, 0 to 1. */
  readonly symbols: ReadonlyMap<string, number>;
}

/** What importance depends on besides the code. */
interface Purpose {
  readonly entryPoints: readonly EntryPoint[];
  readonly task: string;
  readonly readme: string;
}

/** How important modules and symbols are to someone who wants to use the repository for a task. */
export function weighImportance(
  modules: readonly SourceModule[],
  graphs: Graphs,
  { entryPoints, task, readme }: Purpose,
): Importance {
  const words = matchWords(modules, task);
  const ranks = scaled(pageRank(graphs.modules, (path) => placeWeight(path) * (1 + (words.get(path) ?? 0))));
  const usage = scaled(new Map(modules.map(({ path }) => [path, usersOf(path, graphs)])));
  const entry = new Map(entryPoints.map(({ path, weight }) => [path, Math.min(1, weight / surelyAnEntryPoint)]));
  const symbols = weighSymbols(modules, graphs, new Set(splitWords(task)), namesIn(readme));
  const contents = scaled(new Map(modules.map((module) => [module.path, bestOf(module, symbols)])));
  const size = scaled(new Map(modules.map(({ path, symbols }) => [path, Math.log2(1 + symbols.length)])));
  const weights = modules.map(({ path }): [string, number] => {
    const sum =
      shares.symbols * contents.get(path)! +
      shares.rank * ranks.get(path)! +
      shares.usage * usage.get(path)! +
      shares.entry * (entry.get(path) ?? 0) +
      shares.words * (words.get(path) ?? 0) +
      shares.name * nameWeight(path) +
      shares.size * size.get(path)!;
    return [path, sum * placeWeight(path)];
  });
  return { modules: new Map(weights), symbols };
}

/** A module is as important as its best parts: what everything depends on is often only a tool. */
function bestOf({ symbols }: SourceModule, weights: ReadonlyMap<string, number>): number {
  const best = symbols.map(({ id }) => weights.get(id)!).sort((left, right) => right - left);
  return best.slice(0, 3).reduce((sum, weight) => sum + weight, 0);
}

/** How many modules use one, on a scale that flattens. Tests say little about what matters. */
function usersOf(path: string, { modules }: Graphs): number {
  const users = [...modules.usedBy(path)].map(([user, weight]) => (isTest(user) ? 0.2 : 1) * weight);
  return Math.log2(1 + users.reduce((sum, weight) => sum + weight, 0));
}

/** Each value as a share of the largest. */
function scaled(values: ReadonlyMap<string, number>): Map<string, number> {
  let most = Number.MIN_VALUE;
  for (const value of values.values()) most = Math.max(most, value);
  return new Map([...values].map(([key, value]) => [key, value / most]));
}

/** 0 to 1: how well paths, names and docstrings match the words of the task. Words that few modules have count more. */
function matchWords(modules: readonly SourceModule[], task: string): Map<string, number> {
  const wanted = new Set(splitWords(task));
  if (wanted.size === 0) return new Map();
  const found = modules.map(({ path, documentation, symbols }) => {
    const text = [path, documentation, ...symbols.map(({ name, documentation }) => `${name} ${documentation}`)].join(
      " ",
    );
    return { path, words: new Set(splitWords(text).filter((word) => wanted.has(word))) };
  });
  const holders = new Map<string, number>();
  for (const { words } of found) for (const word of words) holders.set(word, (holders.get(word) ?? 0) + 1);
  const rarity = (word: string): number => Math.log(1 + modules.length / holders.get(word)!);
  return scaled(
    new Map(found.map(({ path, words }) => [path, [...words].reduce((sum, word) => sum + rarity(word), 0)])),
  );
}

/** Names of code that the README uses: those that are no words of the language. */
function namesIn(readme: string): Set<string> {
  return new Set((readme.match(/\b\w{4,80}\b/g) ?? []).filter((name) => /[a-z][A-Z]|[A-Z]{2}[a-z]|_/.test(name)));
}

function weighSymbols(
  modules: readonly SourceModule[],
  { calls }: Graphs,
  words: ReadonlySet<string>,
  inReadme: ReadonlySet<string>,
): Map<string, number> {
  const ranks = scaled(pageRank(calls, (id) => placeWeight(id.includes(":") ? moduleOf(id) : id)));
  const weights = modules.flatMap(({ symbols, path }) =>
    symbols.map(({ id, name, documentation, kind }): [string, number] => {
      const isPrivate = name.startsWith("_") && !["__init__", "__call__"].includes(name);
      const matches = splitWords(name).some((word) => words.has(word));
      const usage = Math.min(1, Math.log2(1 + [...calls.usedBy(id).values()].reduce((sum, each) => sum + each, 0)) / 5);
      const signs = (inReadme.has(name) ? 0.25 : 0) + (matches ? 0.15 : 0) + (documentation ? 0.1 : 0);
      const sum = 0.4 * ranks.get(id)! + 0.3 * usage + 0.15 * nameWeight(name) + signs;
      return [id, sum * (isPrivate ? 0.5 : 1) * (kind === "class" ? 1.5 : 1) * placeWeight(path)];
    }),
  );
  return scaled(new Map(weights));
}
