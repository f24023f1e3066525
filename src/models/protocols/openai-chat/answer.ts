import { randomUUID } from "node:crypto";
import type { ModelAnswer, ToolCall } from "../../../contracts/model.ts";
import { joinText } from "../join-text.ts";
import { asRecord, asRecords, asText, printArguments } from "../loose-json.ts";
import type { AnswerContext, StreamWriter } from "../protocol.ts";
import { printEvent } from "../server-sent-events.ts";
import { readToolCall } from "./request.ts";
import { readChatUsage, writeChatUsage } from "./usage.ts";

const finishReasons: Readonly<Record<string, ModelAnswer["finishReason"]>> = {
  stop: "stop",
  length: "length",
  tool_calls: "tool-calls",
  function_call: "tool-calls",
  content_filter: "content-filter",
};

const wireReasons: Readonly<Record<ModelAnswer["finishReason"], string>> = {
  stop: "stop",
  length: "length",
  "tool-calls": "tool_calls",
  "content-filter": "content_filter",
  other: "stop",
};

export function readChatAnswer(body: unknown): ModelAnswer {
  const answer = asRecord(body);
  const choice = asRecord(asRecords(answer.choices)[0]);
  const message = asRecord(choice.message);
  return {
    text: joinText(message.content),
    toolCalls: asRecords(message.tool_calls).map(readToolCall),
    finishReason: finishReasons[asText(choice.finish_reason)] ?? "other",
    usage: readChatUsage(answer.usage),
    answeredBy: asText(answer.model),
  };
}

export function writeChatAnswer(answer: ModelAnswer, { model }: AnswerContext): unknown {
  const message = {
    role: "assistant",
    content: answer.text === "" && answer.toolCalls.length > 0 ? null : answer.text,
    ...(answer.toolCalls.length > 0 ? { tool_calls: answer.toolCalls.map(writeToolCall) } : {}),
  };
  return {
    ...frame(model, "chat.completion"),
    choices: [{ index: 0, message, finish_reason: wireReasons[answer.finishReason] }],
    usage: writeChatUsage(answer.usage),
  };
}

export function streamChatAnswer({ model, request }: AnswerContext): StreamWriter {
  const head = frame(model, "chat.completion.chunk");
  let hasBegun = false;
  const delta = (content: object, reason: string | null = null): string => {
    const role = hasBegun ? {} : { role: "assistant" };
    hasBegun = true;
    return printEvent({ ...head, choices: [{ index: 0, delta: { ...role, ...content }, finish_reason: reason }] });
  };
  const withUsage = asRecord(asRecord(request).stream_options).include_usage === true;
  return {
    text: (piece) => delta({ content: piece }),
    end: (answer) => {
      const calls = answer.toolCalls.map((call, index) => delta({ tool_calls: [{ index, ...writeToolCall(call) }] }));
      const usage = withUsage ? printEvent({ ...head, choices: [], usage: writeChatUsage(answer.usage) }) : "";
      return `${calls.join("")}${delta({}, wireReasons[answer.finishReason])}${usage}${printEvent("[DONE]")}`;
    },
  };
}

function frame(model: string, object: string) {
  return { id: `chatcmpl-${randomUUID()}`, object, created: Math.floor(Date.now() / 1000), model };
}

function writeToolCall(call: ToolCall) {
  return { id: call.id, type: "function", function: { name: call.name, arguments: printArguments(call.arguments) } };
}
