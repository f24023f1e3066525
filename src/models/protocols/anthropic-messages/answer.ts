import { randomUUID } from "node:crypto";
import type { ModelAnswer, ToolCall } from "../../../contracts/model.ts";
import { argumentsRecord, asRecord, asRecords, asText } from "../loose-json.ts";
import type { AnswerContext, StreamWriter } from "../protocol.ts";
import { printEvent } from "../server-sent-events.ts";
import { readToolUse } from "./request.ts";
import { readAnthropicUsage, writeAnthropicUsage } from "./usage.ts";

const finishReasons: Readonly<Record<string, ModelAnswer["finishReason"]>> = {
  end_turn: "stop",
  stop_sequence: "stop",
  max_tokens: "length",
  model_context_window_exceeded: "length",
  tool_use: "tool-calls",
  refusal: "content-filter",
};

const wireReasons: Readonly<Record<ModelAnswer["finishReason"], string>> = {
  stop: "end_turn",
  length: "max_tokens",
  "tool-calls": "tool_use",
  "content-filter": "refusal",
  other: "end_turn",
};

export function readAnthropicAnswer(body: unknown): ModelAnswer {
  const answer = asRecord(body);
  const parts = asRecords(answer.content);
  return {
    text: parts.map((part) => (part.type === "text" ? asText(part.text) : "")).join(""),
    toolCalls: parts.filter(({ type }) => type === "tool_use").map(readToolUse),
    finishReason: finishReasons[asText(answer.stop_reason)] ?? "other",
    usage: readAnthropicUsage(answer.usage),
    answeredBy: asText(answer.model),
  };
}

export function writeAnthropicAnswer(answer: ModelAnswer, { model }: AnswerContext): unknown {
  const text = answer.text === "" ? [] : [{ type: "text", text: answer.text }];
  return {
    ...frame(model),
    content: [...text, ...answer.toolCalls.map(writeToolUse)],
    stop_reason: wireReasons[answer.finishReason],
    stop_sequence: null,
    usage: writeAnthropicUsage(answer.usage),
  };
}

/** What the stream's first event says of the usage; the last one has the truth. */
const noUsage = { input_tokens: 0, cache_read_input_tokens: 0, cache_creation_input_tokens: 0, output_tokens: 0 };

export function streamAnthropicAnswer({ model }: AnswerContext): StreamWriter {
  let hasBegun = false;
  let [blocks, isTextOpen] = [0, false];
  const begin = (): string => {
    if (hasBegun) return "";
    hasBegun = true;
    const message = { ...frame(model), content: [], stop_reason: null, stop_sequence: null, usage: noUsage };
    return print({ type: "message_start", message });
  };
  const closeText = (): string => {
    if (!isTextOpen) return "";
    isTextOpen = false;
    return print({ type: "content_block_stop", index: blocks++ });
  };
  return {
    text: (piece) => {
      const start = isTextOpen
        ? ""
        : print({ type: "content_block_start", index: blocks, content_block: { type: "text", text: "" } });
      const head = begin();
      isTextOpen = true;
      const delta = { type: "text_delta", text: piece };
      return `${head}${start}${print({ type: "content_block_delta", index: blocks, delta })}`;
    },
    end: (answer) => {
      const head = `${begin()}${closeText()}`;
      const calls = answer.toolCalls.map((call) => printCall(call, blocks++)).join("");
      const delta = { stop_reason: wireReasons[answer.finishReason], stop_sequence: null };
      const last = print({ type: "message_delta", delta, usage: writeAnthropicUsage(answer.usage) });
      return `${head}${calls}${last}${print({ type: "message_stop" })}`;
    },
  };
}

function printCall(call: ToolCall, index: number): string {
  const block = writeToolUse(call);
  const delta = { type: "input_json_delta", partial_json: JSON.stringify(block.input) };
  return [
    print({ type: "content_block_start", index, content_block: { ...block, input: {} } }),
    print({ type: "content_block_delta", index, delta }),
    print({ type: "content_block_stop", index }),
  ].join("");
}

const print = (event: { readonly type: string; readonly [key: string]: unknown }): string =>
  printEvent(event, event.type);

const frame = (model: string) => ({
  id: `msg_${randomUUID().replaceAll("-", "")}`,
  type: "message",
  role: "assistant",
  model,
});

const writeToolUse = (call: ToolCall) => ({
  type: "tool_use",
  id: call.id,
  name: call.name,
  input: argumentsRecord(call.arguments),
});
