import type { ModelMessage, ToolCall } from "../../contracts/model.ts";
import { asRecord } from "../../models/protocols/loose-json.ts";
import { type Said, saidKey } from "../../runs/state/read-conversation.ts";
import { inspectId } from "./inspect-id.ts";
import type { InspectMessage, InspectToolCall } from "./log-types.ts";

/**
 * The messages of a run's requests, each kept once: an event names those that its request holds by their places. An answer that comes
 * back in a later request keeps its id.
 */
export class MessagePool {
  readonly messages: InspectMessage[] = [];
  readonly #run: string;
  /** Places of instructions and ids of answers by what they say, and functions by the ids of their calls. */
  readonly #instructions = new Map<string, number>();
  readonly #answers = new Map<string, string>();
  readonly #functions = new Map<string, string>();
  #count = 0;

  /** @param run Makes the ids of messages unique. */
  constructor(run: string) {
    this.#run = run;
  }

  /** Adds a message of a request; returns its place. */
  add(message: ModelMessage): number {
    const known = message.role === "system" ? this.#instructions.get(message.text) : undefined;
    if (known !== undefined) return known;
    const place = this.messages.push(this.#convert(message)) - 1;
    if (message.role === "system") this.#instructions.set(message.text, place);
    return place;
  }

  /** An answer as a message. It takes a place in the pool only when a later request holds it. */
  answer(said: Said, model: string): InspectMessage {
    const id = this.#newId();
    const message = { role: "assistant", ...said } as const;
    this.#answers.set(saidKey(message), id);
    return { ...this.#assistant(message, id), source: "generate", model };
  }

  #convert(message: ModelMessage): InspectMessage {
    if (message.role === "assistant") return this.#assistant(message, this.#answers.get(saidKey(message)));
    const id = this.#newId();
    if (message.role !== "tool") return { id, role: message.role, content: message.text, source: "input" };
    const called = this.#functions.get(message.callId);
    return {
      id,
      role: "tool",
      content: message.text,
      tool_call_id: message.callId,
      ...(called === undefined ? {} : { function: called }),
      ...(message.isError ? { error: { type: "unknown", message: message.text } } : {}),
    };
  }

  #assistant({ text, toolCalls }: Said, id = this.#newId()): InspectMessage {
    for (const call of toolCalls) this.#functions.set(call.id, call.name);
    const calls = toolCalls.length === 0 ? {} : { tool_calls: toolCalls.map(toolCall) };
    return { id, role: "assistant", content: text, ...calls };
  }

  #newId(): string {
    this.#count += 1;
    return inspectId(this.#run, "message", this.#count);
  }
}

/** A call of a tool. Inspect wants arguments that are an object. */
export function toolCall({ id, name, arguments: given }: ToolCall): InspectToolCall {
  const call = { id, function: name, arguments: asRecord(given), type: "function" } as const;
  return typeof given === "string" ? { ...call, parse_error: `Not a JSON object: ${given}` } : call;
}

/** Places as ranges: `[0, 1, 2, 5]` becomes `[[0, 3], [5, 6]]`. */
export function rangesOf(places: readonly number[]): [start: number, end: number][] {
  const ranges: [number, number][] = [];
  for (const place of places) {
    const last = ranges.at(-1);
    if (last?.[1] === place) last[1] = place + 1;
    else ranges.push([place, place + 1]);
  }
  return ranges;
}
