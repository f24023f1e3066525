import type { Experiment, SearchView } from "../parts.ts";

/** One line of a tree: an experiment below the one that it builds on. */
export interface OutlineRow {
  readonly experiment: Experiment;
  /**
   * How it hangs on those above, from the outermost on: for every ancestor but the root whether a later sibling follows, and
   * last whether one follows the experiment itself. Empty for a root.
   */
  readonly follows: readonly boolean[];
}

export interface Outline {
  readonly rows: readonly OutlineRow[];
  /** How many experiments have no row. */
  readonly hidden: number;
}

/**
 * The experiments of a search as a tree, in which each one is below its first parent. Where there are more than `most`, those
 * that matter stay, with everything that they build on: the best, those under way, then the best of the others, then the newest.
 */
export function outlineOf(view: SearchView, most = Number.POSITIVE_INFINITY): Outline {
  const kept = choose(view, most);
  const children = new Map<string | null, Experiment[]>();
  for (const experiment of view.experiments) {
    if (!kept.has(experiment.id)) continue;
    const place = parentOf(experiment);
    children.set(place, [...(children.get(place) ?? []), experiment]);
  }
  const rows: OutlineRow[] = [];
  // No recursion: a search can build on the same line hundreds of times.
  const pending: OutlineRow[] = rowsBelow(children.get(null) ?? [], null);
  for (let row = pending.pop(); row !== undefined; row = pending.pop()) {
    rows.push(row);
    pending.push(...rowsBelow(children.get(row.experiment.id) ?? [], row.follows));
  }
  return { rows, hidden: view.experiments.length - rows.length };
}

/** The last one first: they are taken from the end. */
function rowsBelow(experiments: readonly Experiment[], above: readonly boolean[] | null): OutlineRow[] {
  return experiments
    .map((experiment, index) => ({
      experiment,
      follows: above === null ? [] : [...above, index < experiments.length - 1],
    }))
    .reverse();
}

function choose(view: SearchView, most: number): ReadonlySet<string> {
  const { experiments } = view;
  if (experiments.length <= most) return new Set(experiments.map(({ id }) => id));
  const byId = new Map(experiments.map((each) => [each.id, each]));
  const open = experiments.filter(({ state }) => state === "open");
  const kept = new Set<string>();
  const ranked = view.ranked();
  for (const experiment of [...ranked.slice(0, 1), ...open, ...ranked, ...experiments.toReversed()]) {
    const line: string[] = [];
    for (let next: Experiment | undefined = experiment; next !== undefined && !kept.has(next.id); ) {
      line.push(next.id);
      const parent = parentOf(next);
      next = parent === null ? undefined : byId.get(parent);
    }
    if (kept.size + line.length <= most) for (const id of line) kept.add(id);
  }
  return kept;
}

function parentOf({ parents }: Experiment): string | null {
  return parents[0] ?? null;
}
