import type { EventOf, SearchEvent } from "../../src/agents/search/events.ts";
import { readJournal } from "../../src/lib/journal/read-journal.ts";
import type { CallRecord } from "../../src/models/ledger/call-record.ts";
import type { RunFolder } from "./run-agents.ts";

/** What the search of a run recorded. */
export function searchEventsIn({ events }: RunFolder): SearchEvent[] {
  return events.flatMap((event) => (event.type === "agent" ? [event.event as unknown as SearchEvent] : []));
}

/** Its events of one type. */
export function eventsOf<Type extends SearchEvent["type"]>(run: RunFolder, type: Type): EventOf<Type>[] {
  return searchEventsIn(run).filter((event): event is EventOf<Type> => event.type === type);
}

export function callsOf(run: RunFolder): CallRecord[] {
  return readJournal<CallRecord>(run.place("calls.jsonl"));
}

/** The calls that were answered. */
export function answeredCalls(run: RunFolder): CallRecord[] {
  return callsOf(run).filter(({ failure, answer }) => failure === null && answer !== null);
}

/** What a search must not do twice, by name. */
export function doneOnce(events: readonly SearchEvent[]): string[] {
  return events.flatMap((event) => {
    if (event.type === "asked") return [`asked ${event.key}`];
    if (event.type === "coded") return [`coded ${event.experiment} ${event.version}`];
    if (event.type === "ran") return [`ran ${event.experiment} ${event.version} ${event.run.kind} ${event.run.cut}`];
    if (event.type === "evaluated" || event.type === "ended") return [`${event.type} ${event.experiment}`];
    return event.type === "decided" ? [`decided ${event.step}`] : [];
  });
}
