import type { EventOf, SearchEvent } from "../events.ts";
import type { Experiment } from "../parts.ts";
import { View } from "../view.ts";
import { SpendingByPart, summaryKey } from "./spending.ts";

/** Everything that is shown about a search. It follows from the recorded events alone, so it can be made again at any time. */
export class SearchRecord {
  readonly spending = new SpendingByPart();
  readonly #last = new Map<SearchEvent["type"], SearchEvent>();
  readonly #all: (EventOf<"note"> | EventOf<"decided"> | EventOf<"stage"> | EventOf<"ensembled">)[] = [];
  #view = new View();
  #summary = "";

  static of(events: Iterable<SearchEvent>): SearchRecord {
    const record = new SearchRecord();
    for (const event of events) record.add(event);
    return record;
  }

  add(event: SearchEvent): void {
    this.#view = this.#view.with(event);
    this.#last.set(event.type, event);
    if (event.type === "asked") this.spending.add(event);
    if (event.type === "coded") this.spending.addCoder(event);
    if (event.type === "asked" && event.key === summaryKey) this.#summary = event.text;
    if (event.type === "note" || event.type === "decided" || event.type === "stage" || event.type === "ensembled")
      this.#all.push(event);
  }

  get view(): View {
    return this.#view;
  }

  /** The newest event of a type. */
  last<Type extends SearchEvent["type"]>(type: Type): EventOf<Type> | undefined {
    return this.#last.get(type) as EventOf<Type> | undefined;
  }

  /** All events of a type, oldest first. */
  all<Type extends "note" | "decided" | "stage" | "ensembled">(type: Type): EventOf<Type>[] {
    return this.#all.filter((event): event is EventOf<Type> => event.type === type);
  }

  /** The experiment whose file is submitted: the best one, or one without a score. */
  get submitted(): Experiment | null {
    const id = this.last("banked")?.experiment;
    return this.#view.experiments.find((each) => each.id === id) ?? null;
  }

  /** The search in a model's words; empty unless one was asked. */
  get summary(): string {
    return this.#summary;
  }

  /** How long programs have run. */
  get programSeconds(): number {
    return this.#view.experiments.reduce((sum, { seconds }) => sum + seconds, 0);
  }

  /** How many experiments are in each state. */
  get counts(): Readonly<Record<Experiment["state"], number>> {
    const count = (wanted: Experiment["state"]): number =>
      this.#view.experiments.filter(({ state }) => state === wanted).length;
    return { good: count("good"), failed: count("failed"), open: count("open") };
  }
}
