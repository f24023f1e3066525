import type { EventOf, SearchEvent } from "./events.ts";
import type { Experiment, Idea, SearchView, Version } from "./parts.ts";
import { rankExperiments } from "./rank.ts";
import { addCosts } from "./tree/spending.ts";

/** The search as a fold over its events. A view never changes: what happens later is in another one. */
export class View implements SearchView {
  readonly lowerIsBetter: boolean = false;
  readonly experiments: readonly Experiment[] = [];
  readonly ideas: readonly Idea[] = [];
  /** The share of the training data that each stage uses, by its name. */
  readonly samples: Readonly<Record<string, number>> = {};
  #ranked: readonly Experiment[] | null = null;

  static of(events: Iterable<SearchEvent>): View {
    let view = new View();
    for (const event of events) view = view.with(event);
    return view;
  }

  /** The view after one more event. */
  with(event: SearchEvent): View {
    switch (event.type) {
      case "started":
        return this.#having({ lowerIsBetter: event.lowerIsBetter });
      case "step":
        return this.#having({ samples: { ...this.samples, [event.stage]: event.sample } });
      case "decided":
        return this.#having({ ideas: withIdeas(this.ideas, event) });
      case "experiment":
        return this.#having({ experiments: [...this.experiments, opened(event)] });
      case "asked":
        return this.#changed(event.key.slice(0, event.key.indexOf("/")), ({ cost }) => ({
          cost: addCosts(cost, event.cost),
        }));
      case "coded":
      case "ran":
      case "checked":
        return this.#changed(event.experiment, (experiment) => withVersion(experiment, event));
      case "evaluated":
        return this.#changed(event.experiment, () => ({ evaluation: event.evaluation }));
      case "ended":
        return this.#changed(event.experiment, () => ({ state: event.state, failure: event.failure }));
      default:
        return this;
    }
  }

  experiment(id: string): Experiment {
    const found = this.experiments.find((each) => each.id === id);
    if (found === undefined) throw new Error(`The search has no experiment ${id}.`);
    return found;
  }

  childrenOf(id: string): readonly Experiment[] {
    return this.experiments.filter(({ parents }) => parents.includes(id));
  }

  ranked(): readonly Experiment[] {
    this.#ranked ??= rankExperiments(this);
    return this.#ranked;
  }

  get best(): Experiment | null {
    return this.ranked()[0] ?? null;
  }

  #having(fields: Partial<Pick<View, "lowerIsBetter" | "experiments" | "ideas" | "samples">>): View {
    const { lowerIsBetter, experiments, ideas, samples } = this;
    return Object.assign(new View(), { lowerIsBetter, experiments, ideas, samples }, fields);
  }

  #changed(id: string, change: (experiment: Experiment) => Partial<Experiment>): View {
    const index = this.experiments.findIndex((each) => each.id === id);
    if (index === -1) return this;
    const experiment = this.experiments[index]!;
    return this.#having({ experiments: this.experiments.with(index, { ...experiment, ...change(experiment) }) });
  }
}

function opened({ id, step, operator, parents, idea, stage }: EventOf<"experiment">): Experiment {
  const untried = { versions: [], evaluation: null, state: "open", failure: null, seconds: 0, cost: 0 } as const;
  return { id, step, operator, parents, idea, stage, ...untried };
}

/** An idea that is already there is not added twice. */
function withIdeas(ideas: readonly Idea[], { ideas: added, pruned }: EventOf<"decided">): Idea[] {
  const known = new Set(ideas.map(({ id }) => id));
  const all = [...ideas, ...added.filter(({ id }) => !known.has(id))];
  return all.map((idea) => (pruned.includes(idea.id) ? { ...idea, isPruned: true } : idea));
}

function withVersion(
  { versions, seconds, cost }: Experiment,
  event: EventOf<"coded"> | EventOf<"ran"> | EventOf<"checked">,
): Partial<Experiment> {
  const index = versions.findIndex(({ number }) => number === event.version);
  if (event.type === "coded") {
    const { version: number, commit, summary, files, spent } = event;
    const all = spent === undefined ? cost : addCosts(cost, spent.cost);
    return { versions: [...versions, { number, commit, summary, files, runs: [] }], cost: all };
  }
  if (index === -1) return {};
  const version = versions[index]!;
  const replaced = (changed: Version) => ({ versions: versions.with(index, changed) });
  if (event.type === "checked") {
    // What a run with --debug wrote is never submitted: it can only show that something is wrong.
    return event.kind === "debug" && event.invalid === null ? {} : replaced({ ...version, invalid: event.invalid });
  }
  const { run } = event;
  return { ...replaced({ ...version, runs: [...version.runs, run] }), seconds: seconds + run.seconds };
}
