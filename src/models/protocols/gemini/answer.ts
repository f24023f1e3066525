import { randomUUID } from "node:crypto";
import type { ModelAnswer } from "../../../contracts/model.ts";
import { argumentsRecord, asRecord, asRecords, asText } from "../loose-json.ts";
import type { AnswerContext, StreamWriter } from "../protocol.ts";
import { printEvent } from "../server-sent-events.ts";
import { CallIds, partsText, readCall } from "./request.ts";
import { readGeminiUsage, writeGeminiUsage } from "./usage.ts";

const filtered = ["SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "IMAGE_SAFETY"];

export function readGeminiAnswer(body: unknown): ModelAnswer {
  const answer = asRecord(body);
  const candidate = asRecord(asRecords(answer.candidates)[0]);
  const parts = asRecords(asRecord(candidate.content).parts);
  const ids = new CallIds();
  const toolCalls = parts.filter(({ functionCall }) => functionCall !== undefined).map((part) => readCall(part, ids));
  const isBlocked = asRecord(answer.promptFeedback).blockReason !== undefined;
  return {
    text: partsText(parts),
    toolCalls,
    finishReason: isBlocked ? "content-filter" : finishReason(asText(candidate.finishReason), toolCalls.length > 0),
    usage: readGeminiUsage(answer.usageMetadata),
    answeredBy: asText(answer.modelVersion),
  };
}

function finishReason(reason: string, callsTools: boolean): ModelAnswer["finishReason"] {
  if (reason === "STOP") return callsTools ? "tool-calls" : "stop";
  if (reason === "MAX_TOKENS") return "length";
  return filtered.includes(reason) ? "content-filter" : "other";
}

const wireReasons: Readonly<Record<ModelAnswer["finishReason"], string>> = {
  stop: "STOP",
  length: "MAX_TOKENS",
  "tool-calls": "STOP",
  "content-filter": "SAFETY",
  other: "OTHER",
};

export function writeGeminiAnswer(answer: ModelAnswer, { model }: AnswerContext): unknown {
  const text = answer.text === "" ? [] : [{ text: answer.text }];
  const calls = answer.toolCalls.map((call) => ({
    functionCall: { id: call.id, name: call.name, args: argumentsRecord(call.arguments) },
  }));
  return {
    candidates: [candidate([...text, ...calls], wireReasons[answer.finishReason])],
    usageMetadata: writeGeminiUsage(answer.usage),
    modelVersion: model,
    responseId: randomUUID(),
  };
}

export const streamGeminiAnswer = (context: AnswerContext): StreamWriter => ({
  text: (piece) => printEvent({ candidates: [candidate([{ text: piece }])], modelVersion: context.model }),
  end: (answer) => printEvent(writeGeminiAnswer({ ...answer, text: "" }, context)),
});

const candidate = (parts: readonly object[], finishReason?: string) => ({
  content: { role: "model", parts },
  ...(finishReason === undefined ? {} : { finishReason }),
  index: 0,
});
