import { inspectId } from "./inspect-id.ts";
import type { InspectEvent } from "./log-types.ts";
import type { TimedEvent } from "./timed-event.ts";

/** A part of a sample's transcript. Inspect's viewer expects `init`, `solvers` with an `agent` in it, and `scorers`. */
export interface Span {
  readonly type: string;
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly content: readonly (TimedEvent | Span)[];
}

/** Turns spans into the flat list of events that a log has, with ids and times. */
export class SpanWriter {
  readonly events: InspectEvent[] = [];
  readonly #run: string;
  readonly #start: number;

  /** @param run Makes ids unique. @param start When the sample began, in milliseconds since 1970. */
  constructor(run: string, start: number) {
    this.#run = run;
    this.#start = start;
  }

  write(span: Span, parent?: string): void {
    const id = inspectId(this.#run, "span", this.events.length);
    const { type, name } = span;
    this.#add({ at: span.from, event: "span_begin", id, type, name, ...(parent ? { parent_id: parent } : {}) }, id);
    for (const item of span.content) {
      if ("content" in item && Array.isArray(item.content)) this.write(item as Span, id);
      else this.#add(item as TimedEvent, id);
    }
    this.#add({ at: span.to, event: "span_end", id }, id);
  }

  #add({ at, event, ...members }: TimedEvent, span: string): void {
    this.events.push({
      event,
      uuid: inspectId(this.#run, "event", this.events.length),
      span_id: span,
      timestamp: new Date(at).toISOString(),
      working_start: Math.max(0, at - this.#start) / 1000,
      ...members,
    });
  }
}
