import type { AgentTask } from "../../contracts/agent.ts";
import { type EventOf, type SearchEvent, searchEvents } from "./events.ts";
import { SearchRecord } from "./tree/search-record.ts";
import { View } from "./view.ts";

/** The events that are looked up, and what each one is known by. */
interface Places {
  asked: [key: string];
  "used-tool": [key: string];
  decided: [step: number];
  experiment: [id: string];
  coded: [experiment: string, version: number];
  ran: [experiment: string, version: number, kind: string, cut?: number];
  checked: [experiment: string, version: number, kind: string];
  evaluated: [experiment: string];
  ended: [experiment: string];
}

/** The record of a search, and everything that follows from it. What is not recorded has not happened. */
export class SearchJournal {
  readonly #record: (event: SearchEvent) => void;
  readonly #byPlace = new Map<string, SearchEvent>();
  /** What there is to show. */
  readonly shown = new SearchRecord();
  /** The search as it was when the last step was decided, and what has happened since. */
  #decided = new View();
  #since: SearchEvent[] = [];

  constructor({ record, earlier = [] }: Pick<AgentTask, "record" | "earlier">) {
    this.#record = record;
    for (const event of earlier) this.#apply(searchEvents.parse(event));
  }

  /** Records an event, then takes it into account. */
  add(event: SearchEvent): void {
    this.#record(event);
    // As a later host will read it.
    this.#apply(JSON.parse(JSON.stringify(event)) as SearchEvent);
  }

  /** An event that has been recorded: work that is not done again. */
  find<Type extends keyof Places>(type: Type, ...place: Places[Type]): EventOf<Type> | undefined {
    return this.#byPlace.get([type, ...place].join("\n")) as EventOf<Type> | undefined;
  }

  /** The newest event of a type. */
  last<Type extends SearchEvent["type"]>(type: Type): EventOf<Type> | undefined {
    return this.shown.last(type);
  }

  get view(): View {
    return this.shown.view;
  }

  /**
   * The search as an experiment of the current step sees it: without what the experiments beside it have done, which could be
   * more or less after an interruption. So its prompts are the same whenever they are made.
   */
  viewOf(experiment: string): View {
    return this.#since
      .filter((event) => event.type === "experiment" || ownerOf(event) === experiment)
      .reduce((view, event) => view.with(event), this.#decided);
  }

  #apply(event: SearchEvent): void {
    this.shown.add(event);
    const place = placeOf(event);
    if (place !== null) this.#byPlace.set([event.type, ...place].join("\n"), event);
    if (event.type === "decided") [this.#decided, this.#since] = [this.view, []];
    else this.#since.push(event);
  }
}

function placeOf(event: SearchEvent): readonly unknown[] | null {
  switch (event.type) {
    case "asked":
    case "used-tool":
      return [event.key];
    case "decided":
      return [event.step];
    case "experiment":
      return [event.id];
    case "coded":
      return [event.experiment, event.version];
    case "ran":
      return [event.experiment, event.version, event.run.kind, ...(event.run.cut === undefined ? [] : [event.run.cut])];
    case "checked":
      return [event.experiment, event.version, event.kind];
    case "evaluated":
    case "ended":
      return [event.experiment];
    default:
      return null;
  }
}

/** The experiment that an event belongs to. The keys of its questions begin with its id. */
function ownerOf(event: SearchEvent): string | null {
  if ("experiment" in event) return event.experiment;
  return "key" in event ? event.key.slice(0, event.key.indexOf("/")) : null;
}
