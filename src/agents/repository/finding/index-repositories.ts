import MiniSearch from "minisearch";
import type { CompetitionNames } from "../../mention-pattern.ts";
import { digestRepository } from "../understanding/digest.ts";
import { splitWords } from "../understanding/split-words.ts";
import { type Repository, understandRepository } from "../understanding/understand-repository.ts";
import { describeMention, findMention } from "./mentions.ts";
import type { OpenedRepositories, RepositoryFolder } from "./open-repositories.ts";

/** What is kept of a repository: enough to search and rank many of them. */
export interface IndexedRepository extends RepositoryFolder {
  readonly readme: string;
  /** Names of its classes and functions, most important first. */
  readonly symbols: string;
  readonly digest: string;
  readonly modules: number;
  /** 0 to 1: how far it has what makes a repository easy to use: documentation, structure, entry points, tests, requirements. */
  readonly care: number;
}

/** A repository that is not used, and why. */
export interface ExcludedRepository {
  readonly name: string;
  readonly reason: string;
}

export interface RepositoryIndex {
  readonly repositories: readonly IndexedRepository[];
  readonly excluded: readonly ExcludedRepository[];
}

export interface IndexOptions {
  /** Repositories that name it are excluded. */
  readonly competition: CompetitionNames;
  /** What they are wanted for. */
  readonly task: string;
  readonly digestTokens?: number;
}

const mostSymbols = 500;

/** Looks at repositories, one after another, and excludes those that name the competition. */
export async function indexRepositories(opened: OpenedRepositories, options: IndexOptions): Promise<RepositoryIndex> {
  const repositories: IndexedRepository[] = [];
  const excluded: ExcludedRepository[] = [...opened.failed];
  for (const repository of opened.repositories) {
    const mention = await findMention(repository.root, repository.name, options.competition);
    if (mention !== null) {
      excluded.push({ name: repository.name, reason: describeMention(mention, options.competition) });
      continue;
    }
    const understood = await understandRepository(repository.root, { task: options.task, name: repository.name });
    if (understood.modules.length > 0) repositories.push(indexed(understood, options.digestTokens ?? 4_000));
    else excluded.push({ name: repository.name, reason: "it has no Python code" });
  }
  return { repositories, excluded };
}

function indexed(repository: Repository, digestTokens: number): IndexedRepository {
  const { name, root, readme, importance, modules } = repository;
  const best = [...importance.symbols].sort(([, left], [, right]) => right - left).slice(0, mostSymbols);
  const symbols = best.map(([id]) => id.slice(id.lastIndexOf(":") + 1)).join(" ");
  const digest = digestRepository(repository, digestTokens);
  return { name, root, readme, symbols, digest, modules: modules.length, care: careOf(repository) };
}

function careOf({ readme, modules, files, entryPoints }: Repository): number {
  const symbols = modules.flatMap((module) => module.symbols).filter((symbol) => !symbol.name.startsWith("_"));
  const documented = symbols.filter(({ documentation }) => documentation !== "").length / Math.max(1, symbols.length);
  const has = (pattern: RegExp): number => (files.some(({ path }) => pattern.test(path)) ? 1 : 0);
  const signs = [
    Math.min(1, readme.length / 2_000),
    documented,
    entryPoints.length > 0 ? 1 : 0,
    has(/(?:^|\/)(?:requirements[^/]*\.txt|pyproject\.toml|setup\.py|environment\.ya?ml)$/),
    has(/(?:^|\/)tests?\//),
  ];
  return signs.reduce((sum, sign) => sum + sign, 0) / signs.length;
}

/** A repository that matches, with its score: 1 for the best match. */
export interface RepositoryMatch {
  readonly repository: IndexedRepository;
  readonly score: number;
}

/** The repositories that share words with a text, in names, READMEs and symbols, best first. */
export function searchRepositories(repositories: readonly IndexedRepository[], text: string): RepositoryMatch[] {
  const index = new MiniSearch<IndexedRepository>({
    idField: "name",
    fields: ["name", "readme", "symbols"],
    tokenize: splitWords,
    processTerm: (term) => term,
  });
  index.addAll(repositories);
  const query = [...new Set(splitWords(text))].join(" ");
  const found = index.search(query, { boost: { name: 3, readme: 2, symbols: 1 }, combineWith: "OR" });
  const byName = new Map(repositories.map((repository) => [repository.name, repository]));
  const most = found[0]?.score ?? 1;
  return found.map(({ id, score }) => ({ repository: byName.get(id)!, score: score / most }));
}
