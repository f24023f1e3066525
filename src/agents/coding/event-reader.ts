import { StringDecoder } from "node:string_decoder";
import type { CodingEvent } from "./coding-events.ts";
import { EventFields } from "./event-fields.ts";
import type { EventStream } from "./streams/event-stream.ts";

/** Longer lines hold pictures or whole files. The log has them. */
const mostLineCharacters = 4_000_000;
/** The log and the ledger have the full text. */
const mostTextCharacters = 20_000;

/** Turns the lines that an agent prints into events. What is not an event, or cannot be read, stays in the log alone. */
export class EventReader {
  readonly #stream: EventStream;
  readonly #record: (event: CodingEvent) => void;
  readonly #decoder = new StringDecoder("utf8");
  #line = "";
  #isTooLong = false;
  #ownCost: number | null = null;

  constructor(stream: EventStream, record: (event: CodingEvent) => void) {
    this.#stream = stream;
    this.#record = record;
  }

  /** What the agent says that its calls cost; null when it does not say. */
  get ownCost(): number | null {
    return this.#ownCost;
  }

  push(chunk: Uint8Array): void {
    const [first = "", ...others] = this.#decoder.write(chunk as Buffer).split("\n");
    this.#append(first);
    for (const next of others) {
      this.#finish();
      this.#append(next);
    }
  }

  end(): void {
    this.#finish();
    this.#take(this.#stream.end?.() ?? []);
  }

  #take(events: readonly CodingEvent[]): void {
    for (const event of events) {
      if (event.type === "totals") this.#ownCost = event.cost;
      this.#record(shortened(event));
    }
  }

  #append(text: string): void {
    this.#isTooLong ||= this.#line.length + text.length > mostLineCharacters;
    this.#line = this.#isTooLong ? "" : this.#line + text;
  }

  #finish(): void {
    const line = this.#line.trim();
    this.#line = "";
    this.#isTooLong = false;
    if (!line.startsWith("{")) return;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      return;
    }
    this.#take(this.#stream.read(new EventFields(value)));
  }
}

function shortened(event: CodingEvent): CodingEvent {
  if (!("text" in event) || event.text.length <= mostTextCharacters) return event;
  const half = mostTextCharacters / 2;
  const left = event.text.length - mostTextCharacters;
  return { ...event, text: `${event.text.slice(0, half)}\n[${left} characters]\n${event.text.slice(-half)}` };
}
