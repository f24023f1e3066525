import { isFree } from "../../models/protocols/protocol-name.ts";
import { type Exchange, readExchanges } from "../../runs/state/read-conversation.ts";
import type { MessagePool } from "./message-pool.ts";
import type { AddedMessage, Turn } from "./turn.ts";
import { usageOf } from "./usage.ts";

/** The places of a list's messages, and of the instructions before them. */
interface Known {
  readonly before: readonly number[];
  readonly places: readonly number[];
}

/** The calls in a run's ledger. Each message is read once, however many requests repeat it. */
export function* ledgerTurns(runFolder: string, pool: MessagePool): Generator<Turn> {
  const lists = new Map<string, Known>();
  for (const exchange of readExchanges(runFolder)) {
    if (isFree(exchange.record.protocol)) continue;
    const { list } = exchange;
    const repeated = list === null ? undefined : lists.get(list);
    const added =
      repeated === undefined ? exchange.request.messages.map((message) => ({ message, place: pool.add(message) })) : [];
    const known = repeated ?? extend(exchange, added, lists);
    if (list !== null) lists.set(list, known);
    yield turnOf(exchange, [...known.before, ...known.places], added);
  }
}

/** A request that continues another one repeats its instructions only if its protocol keeps them apart from the list. */
function extend({ continues }: Exchange, added: readonly AddedMessage[], lists: ReadonlyMap<string, Known>): Known {
  const earlier = (continues === null ? undefined : lists.get(continues)) ?? { before: [], places: [] };
  const places = added.map(({ place }) => place);
  const first = added.findIndex(({ message }) => message.role !== "system");
  const [before, rest] = first < 0 ? [places, []] : [places.slice(0, first), places.slice(first)];
  return { before: before.length > 0 ? before : earlier.before, places: [...earlier.places, ...rest] };
}

function turnOf({ record, request, answer }: Exchange, input: readonly number[], added: readonly AddedMessage[]): Turn {
  const startedAt = Date.parse(record.startedAt) + record.waitingMs;
  return {
    startedAt,
    endedAt: startedAt + record.durationMs,
    model: record.model,
    answeredBy: record.answeredBy ?? record.model,
    role: record.role,
    input,
    added,
    tools: request.tools ?? [],
    answer,
    finishReason: record.finishReason,
    usage: usageOf(record),
    retries: record.retries.length,
    waitedMs: record.waitingMs,
    failure: record.failure?.message ?? null,
  };
}
