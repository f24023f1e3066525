import type { EventGatherer } from "../event-assembler.ts";
import { asRecord, asRecords, type LooseRecord } from "../loose-json.ts";

const lastEvents = ["response.completed", "response.incomplete", "response.failed"];

/** How much is kept of a stream that was cut; a complete one repeats everything in its last event. */
const mostItems = 10_000;

/** Finds the response in a stream: its last event has all of it. */
export class ResponseGatherer implements EventGatherer {
  readonly #items: unknown[] = [];
  #response: LooseRecord = {};
  #isComplete = false;

  add(event: LooseRecord): void {
    if (event.type === "response.output_item.done" && this.#items.length < mostItems) this.#items.push(event.item);
    if (event.response !== undefined) this.#response = asRecord(event.response);
    if (lastEvents.includes(String(event.type))) this.#isComplete = true;
  }

  result() {
    // Some servers leave the items out of the last event.
    const output = asRecords(this.#response.output).length > 0 ? this.#response.output : this.#items;
    return { body: { ...this.#response, output }, isComplete: this.#isComplete };
  }
}
