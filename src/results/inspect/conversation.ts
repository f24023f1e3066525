import type { ModelMessage, ToolCall } from "../../contracts/model.ts";
import { saidKey } from "../../runs/state/read-conversation.ts";
import type { InspectMessage, InspectOutput, StopReason } from "./log-types.ts";
import { type MessagePool, rangesOf, toolCall } from "./message-pool.ts";
import type { TimedEvent } from "./timed-event.ts";
import { toolInfo } from "./tool-info.ts";
import type { Turn } from "./turn.ts";

const stopReasons: Readonly<Record<string, StopReason>> = {
  stop: "stop",
  length: "max_tokens",
  "tool-calls": "tool_calls",
  "content-filter": "content_filter",
};

/** What a run's agent and its models said to each other. */
export interface Conversation {
  readonly events: readonly TimedEvent[];
  /** Everything that was said, once, in order. */
  readonly messages: readonly InspectMessage[];
  /** The last answer. */
  readonly output: InspectOutput | null;
  readonly turns: number;
}

/** A call of a tool whose result is not known yet. */
interface OpenCall {
  readonly call: ToolCall;
  readonly at: number;
}

/** @param results Results that no later request holds, by the ids of their calls: that of the last call, which ends the work. */
export function describeConversation(
  turns: Iterable<Turn>,
  pool: MessagePool,
  results: ReadonlyMap<string, { readonly at: number; readonly text: string }>,
): Conversation {
  const events: TimedEvent[] = [];
  const messages: InspectMessage[] = [];
  const heard = new Set<string>();
  const open = new Map<string, OpenCall>();
  let output: InspectOutput | null = null;
  let count = 0;
  for (const turn of turns) {
    count += 1;
    for (const { message, place } of turn.added) {
      closeCall(message, turn.startedAt, open, events);
      if (isNew(message, heard)) messages.push(pool.messages[place]!);
    }
    const answer = turn.answer === null ? null : pool.answer(turn.answer, turn.answeredBy);
    if (answer !== null) {
      heard.add(saidKey({ role: "assistant", ...turn.answer! }));
      messages.push(answer);
    }
    const given = outputOf(turn, answer);
    if (answer !== null) output = given;
    events.push(modelEvent(turn, given));
    for (const call of turn.answer?.toolCalls ?? []) open.set(call.id, { call, at: turn.endedAt });
  }
  for (const [id, { call, at }] of open) {
    const result = results.get(id);
    events.push(toolEvent(call, at, result === undefined ? null : { at: result.at, text: result.text }));
  }
  return { events, messages, output, turns: count };
}

/** Agents repeat their instructions and the answers that they got. */
function isNew(message: ModelMessage, heard: Set<string>): boolean {
  if (message.role !== "assistant" && message.role !== "system") return true;
  const key = saidKey(message);
  return !heard.has(key) && heard.add(key) !== undefined;
}

function closeCall(message: ModelMessage, at: number, open: Map<string, OpenCall>, events: TimedEvent[]): void {
  const opened = message.role === "tool" ? open.get(message.callId) : undefined;
  if (message.role !== "tool" || opened === undefined) return;
  open.delete(message.callId);
  events.push(toolEvent(opened.call, opened.at, { at, text: message.text, isError: message.isError }));
}

function outputOf(turn: Turn, message: InspectMessage | null): InspectOutput {
  const stop_reason = stopReasons[turn.finishReason ?? "other"] ?? "unknown";
  return {
    model: turn.answeredBy,
    choices: message === null ? [] : [{ message, stop_reason }],
    completion: turn.answer?.text ?? "",
    ...(turn.usage === null ? {} : { usage: turn.usage }),
    time: (turn.endedAt - turn.startedAt) / 1000,
    ...(turn.failure === null ? {} : { error: turn.failure }),
  };
}

function modelEvent(turn: Turn, output: InspectOutput): TimedEvent {
  return {
    at: turn.startedAt,
    event: "model",
    model: turn.model,
    ...(turn.role === null ? {} : { role: turn.role }),
    input: [],
    input_refs: rangesOf(turn.input),
    tools: turn.tools.map(toolInfo),
    tool_choice: "auto",
    config: {},
    output,
    ...(turn.retries === 0 ? {} : { retries: turn.retries }),
    ...(turn.failure === null ? {} : { error: turn.failure }),
    completed: new Date(turn.endedAt).toISOString(),
    working_time: (turn.endedAt - turn.startedAt) / 1000,
    ...(turn.waitedMs === 0 ? {} : { metadata: { waiting_seconds: turn.waitedMs / 1000 } }),
  };
}

function toolEvent(
  call: ToolCall,
  at: number,
  result: { readonly at: number; readonly text: string; readonly isError?: boolean | undefined } | null,
): TimedEvent {
  const { id, function: name, arguments: given, type } = toolCall(call);
  return {
    at,
    event: "tool",
    id,
    type,
    function: name,
    arguments: given,
    result: result?.text ?? "",
    events: [],
    ...(result === null ? {} : { completed: new Date(result.at).toISOString(), working_time: (result.at - at) / 1000 }),
    ...(result?.isError ? { failed: true, error: { type: "unknown", message: result.text } } : {}),
  };
}
