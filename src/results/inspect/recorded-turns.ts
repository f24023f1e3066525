import type { ModelMessage } from "../../contracts/model.ts";
import { asCount, asRecord, asRecords, asText } from "../../models/protocols/loose-json.ts";
import type { MessagePool } from "./message-pool.ts";
import type { AddedMessage, Turn } from "./turn.ts";
import { usageOf } from "./usage.ts";

/** An event that an agent recorded, and when. */
export interface AgentLine {
  readonly at: number;
  readonly event: { readonly type: string; readonly [key: string]: unknown };
}

/**
 * The turns of an agent whose calls went past the ledger, from the events that it recorded itself: our agents and the coding agents of
 * others record their conversation as `message`, `answer` and `result`. Tokens and cost are the agent's own figures.
 */
export function* recordedTurns(lines: readonly AgentLine[], model: string, pool: MessagePool): Generator<Turn> {
  const input: number[] = [];
  let added: AddedMessage[] = [];
  let before = lines[0]?.at ?? 0;
  for (const { at, event } of lines) {
    const message = messageOf(event);
    if (message === null) continue;
    if (message.role === "assistant") {
      yield {
        ...noFigures,
        ...figuresOf(event),
        startedAt: before,
        endedAt: at,
        model,
        answeredBy: model,
        input: [...input],
        added,
        answer: message,
      };
      added = [];
    }
    const place = pool.add(message);
    if (message.role !== "assistant") added.push({ message, place });
    input.push(place);
    before = at;
  }
}

const noFigures = { role: null, tools: [], finishReason: null, retries: 0, waitedMs: 0, failure: null };

function figuresOf(event: AgentLine["event"]): Pick<Turn, "usage" | "finishReason"> {
  const [inputTokens, outputTokens] = [asCount(event.inputTokens), asCount(event.outputTokens)];
  const rest = { cacheReadTokens: null, cacheWriteTokens: null, reasoningTokens: null };
  const isKnown = inputTokens !== null || outputTokens !== null;
  return {
    usage: isKnown ? usageOf({ usage: { inputTokens, outputTokens, ...rest }, cost: asCount(event.cost) }) : null,
    finishReason: typeof event.finishReason === "string" ? event.finishReason : null,
  };
}

/** Null for events that are not part of the conversation. */
function messageOf(event: AgentLine["event"]): ModelMessage | null {
  const text = asText(event.text);
  switch (event.type) {
    case "message":
      return { role: event.role === "system" ? "system" : "user", text };
    case "answer": {
      const calls = asRecords(event.toolCalls);
      const toolCalls = calls.map(({ id, name, arguments: given }) => ({
        id: asText(id),
        name: asText(name),
        arguments: asRecord(given),
      }));
      return { role: "assistant", text, toolCalls };
    }
    case "result":
      return { role: "tool", callId: asText(event.callId), text, ...(event.isError === true ? { isError: true } : {}) };
    default:
      return null;
  }
}
