import type { Model, ModelMessage, ModelTool } from "../../contracts/model.ts";
import { ProviderFailure } from "../../models/provider-failure.ts";
import type { Conversation } from "./conversation.ts";
import type { ReactEvent } from "./events.ts";
import { droppedHeading, summaryHeading, summaryRequest } from "./texts.ts";

interface CompactionOptions {
  readonly model: Model;
  readonly tools: readonly ModelTool[];
  readonly windowTokens: number;
  readonly signal: AbortSignal;
}

/** Rather too few: a conversation is summarized before it is too long. */
const charactersPerToken = 3;

/** The task and a summary: with nothing else before the last step, there is nothing to sum up. */
const shortest = 3;

/** Whether the next request would fill more than four fifths of the window, and a summary would help. */
export function isWindowFull({ messages, lastAnswer }: Conversation, windowTokens: number): boolean {
  const last = messages.findLastIndex(({ role }) => role === "assistant");
  if (last <= shortest || lastAnswer === null) return false;
  const { inputTokens, outputTokens } = lastAnswer;
  const isKnown = inputTokens !== null && outputTokens !== null;
  const before = isKnown ? inputTokens + outputTokens : tokensOf(messages.slice(0, last + 1));
  return before + tokensOf(messages.slice(last + 1)) > 0.8 * windowTokens;
}

/**
 * Has the model sum up the conversation, and goes on from the task, the summary and the last step. Where the model cannot, the
 * conversation is dropped: the files still hold the work.
 */
export async function compact(
  conversation: Conversation,
  { model, tools, windowTokens, signal }: CompactionOptions,
): Promise<Extract<ReactEvent, { type: "compacted" }>> {
  const { messages } = conversation;
  const kept = lastStep(messages, windowTokens);
  const request: ModelMessage = { role: "user", text: summaryRequest };
  const dropped = { type: "compacted", text: droppedHeading, kept: 0 } as const;
  const nothing = { inputTokens: 0, outputTokens: 0, cost: 0 };
  try {
    const answer = await model.call({ messages: [...messages, request], tools, signal });
    const { usage, cost = null, call } = answer;
    const spent = { inputTokens: usage.inputTokens, outputTokens: usage.outputTokens, cost };
    const named = call === undefined ? {} : { call };
    if (answer.text.trim() === "") return { ...dropped, kept, ...named, ...spent };
    return { type: "compacted", text: `${summaryHeading}\n\n${answer.text}`, kept, ...named, ...spent };
  } catch (error) {
    if (!isTooLong(error)) throw error;
    return { ...dropped, ...nothing };
  }
}

/** Whether a provider refused a request because it exceeds the model's window. */
export function isTooLong(error: unknown): boolean {
  if (!(error instanceof ProviderFailure) || (error.status !== 400 && error.status !== 413)) return false;
  return /context.{0,20}(length|window|size|limit)|too (long|large|many tokens)|maximum.{0,30}tokens|exceeds?.{0,40}tokens/i.test(
    error.message,
  );
}

/** How many messages the last answer and its results are; none when they alone would fill a quarter of the window. */
function lastStep(messages: readonly ModelMessage[], windowTokens: number): number {
  const start = messages.findLastIndex(({ role }) => role === "assistant");
  if (start < 0) return 0;
  const step = messages.slice(start);
  return tokensOf(step) > windowTokens / 4 ? 0 : step.length;
}

function tokensOf(messages: readonly ModelMessage[]): number {
  return messages.reduce((sum, message) => sum + JSON.stringify(message).length / charactersPerToken, 0);
}
