import { randomUUID } from "node:crypto";
import type { ModelAnswer, ToolCall } from "../../../contracts/model.ts";
import { asRecord, asRecords, asText, printArguments } from "../loose-json.ts";
import type { AnswerContext } from "../protocol.ts";
import { readCallItem } from "./request.ts";
import { declaredTools } from "./tools.ts";
import { readResponsesUsage, writeResponsesUsage } from "./usage.ts";

export function readResponsesAnswer(body: unknown): ModelAnswer {
  const answer = asRecord(body);
  const items = asRecords(answer.output);
  const toolCalls = items.map(readCallItem).filter((call) => call !== null);
  const parts = items.filter(({ type }) => type === "message").flatMap(({ content }) => asRecords(content));
  return {
    text: parts.map((part) => (part.type === "output_text" ? asText(part.text) : "")).join(""),
    toolCalls,
    finishReason: finishReason(answer.status, asRecord(answer.incomplete_details).reason, toolCalls.length > 0),
    usage: readResponsesUsage(answer.usage),
    answeredBy: asText(answer.model),
  };
}

function finishReason(status: unknown, reason: unknown, callsTools: boolean): ModelAnswer["finishReason"] {
  if (status === "completed") return callsTools ? "tool-calls" : "stop";
  if (reason === "max_output_tokens") return "length";
  return reason === "content_filter" ? "content-filter" : "other";
}

/** An item of an answer's output. */
export interface OutputItem {
  readonly type: string;
  readonly id: string;
  readonly [key: string]: unknown;
}

export const writeResponsesAnswer = (answer: ModelAnswer, context: AnswerContext): unknown =>
  writeResponse(answer, context, newId("resp"), [
    ...(answer.text === "" ? [] : [messageItem(newId("msg"), answer.text)]),
    ...answer.toolCalls.map((call) => callItem(call, context)),
  ]);

/** A response with its items; without an answer, one that is in progress. */
export function writeResponse(
  answer: ModelAnswer | null,
  { model }: AnswerContext,
  id: string,
  output: readonly OutputItem[],
) {
  const isCut = answer?.finishReason === "length" || answer?.finishReason === "content-filter";
  const reason = answer?.finishReason === "length" ? "max_output_tokens" : "content_filter";
  return {
    id,
    object: "response",
    created_at: Math.floor(Date.now() / 1000),
    status: answer === null ? "in_progress" : isCut ? "incomplete" : "completed",
    error: null,
    incomplete_details: isCut ? { reason } : null,
    model,
    output,
    parallel_tool_calls: true,
    tools: [],
    usage: answer === null ? null : writeResponsesUsage(answer.usage),
  };
}

export const newId = (prefix: string): string => `${prefix}_${randomUUID().replaceAll("-", "")}`;

export function messageItem(id: string, text: string): OutputItem {
  const content = [{ type: "output_text", text, annotations: [] }];
  return { type: "message", id, status: "completed", role: "assistant", content };
}

export function callItem(call: ToolCall, { request }: AnswerContext): OutputItem {
  const declared = declaredTools(asRecord(request)).find(({ tool }) => tool.name === call.name);
  const common = { call_id: call.id, status: "completed", name: call.name };
  if (declared?.isCustom === true) {
    const { input } = asRecord(call.arguments);
    const text = typeof input === "string" ? input : printArguments(call.arguments);
    return { type: "custom_tool_call", id: newId("ctc"), ...common, input: text };
  }
  const namespace = declared === undefined || declared.namespace === null ? {} : { namespace: declared.namespace };
  return {
    type: "function_call",
    id: newId("fc"),
    ...common,
    ...namespace,
    arguments: printArguments(call.arguments),
  };
}
