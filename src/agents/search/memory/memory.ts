import type { Experiment, Prompt, SearchView } from "../parts.ts";
import { describeExperiment } from "./describe-experiment.ts";
import { failureOf } from "./failure.ts";
import { cutToTokens, estimateTokens } from "./tokens.ts";

type Section = Prompt["sections"][number];

/** What a piece of memory is about. */
export interface MemoryOptions {
  readonly view: SearchView;
  /** Most tokens of the section. */
  readonly tokens: number;
  /** Only what was known before this step: experiments that run side by side must not see each other's results. */
  readonly before: number;
  /** Experiments that the prompt describes elsewhere. */
  readonly shown?: readonly string[];
}

/** One entry of memory: more than this, and others have no room. */
const entryTokens = 500;

const mostBest = 5;

/** What `bestSoFar` describes, as far as there is room. */
export function bestIds(view: SearchView): string[] {
  return view
    .ranked()
    .slice(0, mostBest)
    .map(({ id }) => id);
}

/** The best experiments. Scores that cannot be compared are in lists of their own. */
export function bestSoFar(options: MemoryOptions): Section[] {
  const { view } = options;
  const groups = new Map<string, Experiment[]>();
  for (const experiment of known(options, view.ranked()).slice(0, mostBest)) {
    const key = experiment.evaluation!.comparable;
    groups.set(key, [...(groups.get(key) ?? []), experiment]);
  }
  const direction = view.lowerIsBetter ? "lower is better" : "higher is better";
  const entries = [...groups].flatMap(([key, experiments]) =>
    experiments.map((experiment, place) => {
      const heading = place === 0 ? `Best first, ${direction}; comparable only with each other (${key}):\n` : "";
      return heading + describeExperiment(view, experiment);
    }),
  );
  return section("Best experiments so far", entries, options);
}

/** The latest experiments, good or not. */
export function recent(options: MemoryOptions, most = 5): Section[] {
  const latest = unshown(ended(options), options).slice(-most);
  return described("Recent experiments, latest first", latest.reverse(), options);
}

/** What an experiment builds on: its parent, the parent's parent, and so on. */
export function lineage(options: MemoryOptions, experiment: Experiment): Section[] {
  const { view } = options;
  const chain: Experiment[] = [];
  const byId = new Map(view.experiments.map((each) => [each.id, each]));
  let next = byId.get(experiment.parents[0] ?? "");
  while (next !== undefined && !chain.includes(next)) {
    chain.push(next);
    next = byId.get(next.parents[0] ?? "");
  }
  return described("What it builds on, nearest first", unshown(chain, options), options);
}

/** What was tried from the same start. */
export function siblings(options: MemoryOptions, experiment: Experiment): Section[] {
  const [parent] = experiment.parents;
  const others = ended(options).filter(({ id, parents }) => id !== experiment.id && parents[0] === parent);
  return described("Other experiments from the same start", unshown(others, options).reverse(), options);
}

/** How the latest failures came about, so that they are not repeated. */
export function errors(options: MemoryOptions, most = 10): Section[] {
  const failed = ended(options).filter(({ state }) => state === "failed");
  const entries = failed
    .slice(-most)
    .reverse()
    .map((experiment) => {
      const { kind, excerpt } = failureOf(experiment);
      return `${experiment.id}: ${kind}\n${cutToTokens(lastLines(excerpt, 8), 200)}`.trimEnd();
    });
  return section("Recent failures, latest first: do not repeat them", entries, options);
}

function ended(options: MemoryOptions): Experiment[] {
  return known(options, options.view.experiments).filter(({ state }) => state !== "open");
}

function unshown(experiments: readonly Experiment[], { shown = [] }: MemoryOptions): Experiment[] {
  return experiments.filter(({ id }) => !shown.includes(id));
}

function known({ before }: MemoryOptions, experiments: readonly Experiment[]): Experiment[] {
  return experiments.filter(({ step }) => step < before);
}

function described(title: string, experiments: readonly Experiment[], options: MemoryOptions): Section[] {
  return section(
    title,
    experiments.map((experiment) => describeExperiment(options.view, experiment)),
    options,
  );
}

/** What the last line takes when entries are left out. */
const remarkTokens = 8;

/** As many entries as fit, the first ones first; no section without one. */
function section(title: string, entries: readonly string[], { tokens }: MemoryOptions): Section[] {
  const kept: string[] = [];
  let left = tokens - remarkTokens;
  for (const entry of entries) {
    const text = cutToTokens(entry, entryTokens);
    left -= estimateTokens(text) + 1;
    if (left < 0) break;
    kept.push(text);
  }
  if (kept.length === 0) return [];
  const dropped = entries.length - kept.length;
  return [{ title, text: [...kept, ...(dropped === 0 ? [] : [`(${dropped} more left out)`])].join("\n") }];
}

function lastLines(text: string, count: number): string {
  return text.trimEnd().split("\n").slice(-count).join("\n");
}
