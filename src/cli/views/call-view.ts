import type { ModelMessage } from "../../contracts/model.ts";
import { formatDollars } from "../../lib/format-dollars.ts";
import type { ConversationCall, Said } from "../../runs/state/read-conversation.ts";
import { bold, dim, joinLines, red, type StyledText, styled, type Text } from "../styled-text.ts";

/** One call: its figures, what was new in the request, and the answer. */
export function formatCall({ record, messages, answer }: ConversationCall): StyledText {
  const { failure, finishReason } = record;
  return joinLines([
    bold(headline(record)),
    ...messages.flatMap(messageLines),
    ...(answer === null ? [] : speech("assistant", answer)),
    ...(failure === null ? [] : [red(`failed: ${failure.message}`)]),
    ...(finishReason === null || ["stop", "tool-calls"].includes(finishReason) ? [] : [dim(`ended: ${finishReason}`)]),
    "",
  ]);
}

function headline(record: ConversationCall["record"]): string {
  const { number, role, session, model, repeats } = record;
  const asker = role ?? session;
  const call = `#${number} ${asker === undefined ? "" : `${asker}: `}${model}`;
  if (repeats === undefined) return [call, ...figures(record)].join(", ");
  return `${call}, answered again from the record of call ${repeats}, at no cost`;
}

function figures({ usage, estimated, cost, durationMs, waitingMs, retries }: ConversationCall["record"]): string[] {
  const count = (tokens: number | null): string => (tokens ?? 0).toLocaleString("en-US");
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
  return [
    `${count(usage.inputTokens)} tokens in, ${count(usage.outputTokens)} out${estimated ? " (estimated)" : ""}`,
    cost === null ? "unknown price" : formatDollars(cost),
    seconds(durationMs),
    ...(waitingMs < 100 ? [] : [`after ${seconds(waitingMs)} of waiting`]),
    ...(retries.length === 0 ? [] : [`${retries.length} failed ${retries.length === 1 ? "try" : "tries"}`]),
  ];
}

function messageLines(message: ModelMessage): Text[] {
  if (message.role === "assistant") return speech("assistant", message);
  if (message.role !== "tool") return [styled`${dim(`${message.role}:`)} ${message.text}`];
  return [styled`${dim(`result${message.isError ? " (error)" : ""}:`)} ${message.text}`];
}

function speech(speaker: string, { text, toolCalls }: Said): Text[] {
  return [
    ...(text === "" ? [] : [styled`${dim(`${speaker}:`)} ${text}`]),
    ...toolCalls.map((call) => styled`${dim(`${speaker} calls ${call.name}:`)} ${argumentsOf(call.arguments)}`),
  ];
}

/** Programs and commands are read line by line, as they will be run. */
function argumentsOf(given: unknown): string {
  if (typeof given !== "object" || given === null) return String(given);
  const entries = Object.entries(given);
  const shown = ([name, value]: [string, unknown]): string =>
    `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`;
  return entries.length === 1 ? shown(entries[0]!) : entries.map((entry) => `\n  ${shown(entry)}`).join("");
}
