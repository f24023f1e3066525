import { asRecord, type LooseRecord, parseLoosely } from "./loose-json.ts";
import type { AssembledStream, StreamAssembler } from "./protocol.ts";
import { EventReader } from "./server-sent-events.ts";

/** What a protocol makes of the events of one stream. */
export interface EventGatherer {
  add(event: LooseRecord): void;
  result(): Omit<AssembledStream, "error">;
}

/** Feeds a stream's events to a gatherer. Events that are not JSON objects are skipped, except the end mark `[DONE]`. */
export function assembleEvents(gatherer: EventGatherer, onDone?: () => void): StreamAssembler {
  let error: string | null = null;
  const reader = new EventReader((data) => {
    if (data === "[DONE]") onDone?.();
    const event = asRecord(parseLoosely(data));
    error ??= errorIn(event);
    gatherer.add(event);
  });
  return {
    push: (bytes) => reader.push(bytes),
    end: () => {
      reader.end();
      return { ...gatherer.result(), error };
    },
  };
}

/** The error that an event or a whole answer reports, in words. */
export function errorIn(event: LooseRecord): string | null {
  const error = event.type === "error" ? (event.error ?? event) : event.error;
  if (error === undefined || error === null) return null;
  const { message } = asRecord(error);
  return typeof message === "string" ? message : JSON.stringify(error);
}
