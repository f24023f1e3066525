import type { ModelMessage, ModelRequest } from "../../contracts/model.ts";
import type { Script, ScriptCondition, ScriptFailure, ScriptReply } from "./script-schema.ts";
import type { ScriptedReply } from "./scripted-reply.ts";
import { scriptedToolCall } from "./scripted-tool-call.ts";

/**
 * Chooses the reply to each request: the first rule that holds, otherwise the turn after as many answers as the conversation
 * has. Only the number of failed tries is remembered, so repeated and interleaved conversations get equal answers.
 */
export function replyChooser(script: Script): (request: ModelRequest) => ScriptedReply {
  const tries = new Map<ScriptReply, number>();
  return (request) => {
    const turn = request.messages.filter(({ role }) => role === "assistant").length;
    const rule = script.rules.find(({ when }) => holds(when, request));
    const reply = rule ?? script.turns[turn] ?? script.otherwise;
    if (reply === undefined) return { error: { status: 400, message: describeEnd(script, turn) } };
    const tried = tries.get(reply) ?? 0;
    tries.set(reply, tried + 1);
    const failure = reply.fail?.[tried];
    return failure === undefined ? scriptedReply(reply, request, turn) : failedReply(failure, reply, request, turn);
  };
}

function describeEnd({ turns }: Script, turn: number): string {
  const count = turns.length === 1 ? "1 turn" : `${turns.length} turns`;
  return `The script has no answer: it has ${count}, this is turn ${turn + 1}, and no rule matches.`;
}

function holds(
  { any, system, last, tools }: ScriptCondition,
  { messages, tools: offered = [] }: ModelRequest,
): boolean {
  const text = (some: readonly ModelMessage[]): string => some.map((message) => message.text).join("\n");
  return (
    (any === undefined || any.test(text(messages))) &&
    (system === undefined || system.test(text(messages.filter(({ role }) => role === "system")))) &&
    (last === undefined || last.test(text(messages.slice(-1)))) &&
    (tools === undefined || tools === offered.length > 0)
  );
}

function failedReply(failure: ScriptFailure, reply: ScriptReply, request: ModelRequest, turn: number): ScriptedReply {
  if (typeof failure === "object" && "cut" in failure)
    return { ...scriptedReply(reply, request, turn), cutAfter: failure.cut };
  return errorReply(typeof failure === "object" && "error" in failure ? failure.error : failure);
}

function errorReply(error: NonNullable<ScriptReply["error"]>): ScriptedReply {
  const { status, message, retryAfter } = typeof error === "number" ? { status: error } : error;
  return {
    error: {
      status,
      ...(message === undefined ? {} : { message }),
      ...(retryAfter === undefined ? {} : { retryAfterSeconds: retryAfter / 1000 }),
    },
  };
}

function scriptedReply(reply: ScriptReply, request: ModelRequest, turn: number): ScriptedReply {
  if (reply.error !== undefined) return errorReply(reply.error);
  if (reply.hang) return { hang: true };
  const { text, tools = [], usage, delay, wordDelay, cut, finish } = reply;
  return {
    ...(text === undefined ? {} : { text }),
    toolCalls: tools.map((call, index) => scriptedToolCall(call, request, `call_${turn}_${index}`)),
    ...(usage === undefined ? {} : { usage: usageOf(usage) }),
    ...(delay === undefined ? {} : { delayMs: delay }),
    ...(wordDelay === undefined ? {} : { pieceMs: wordDelay }),
    ...(cut === undefined ? {} : { cutAfter: cut }),
    ...(finish === undefined ? {} : { finishReason: finish }),
  };
}

function usageOf({ input, cacheRead, cacheWrite, output, reasoning }: NonNullable<ScriptReply["usage"]>) {
  return {
    inputTokens: input ?? null,
    cacheReadTokens: cacheRead ?? null,
    cacheWriteTokens: cacheWrite ?? null,
    outputTokens: output ?? null,
    reasoningTokens: reasoning ?? null,
  };
}
