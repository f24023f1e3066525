import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { ModelAnswer } from "../../contracts/model.ts";
import type { AnswerContext, Conversation, ErrorKind, Protocol } from "../protocols/protocol.ts";
import { unknownUsage } from "../unknown-usage.ts";
import type { ScriptedAnswer, ScriptedReply } from "./scripted-reply.ts";

interface Question {
  readonly protocol: Protocol;
  readonly stream: boolean;
  readonly context: AnswerContext;
}

/** Sends one reply of a script in the protocol of its question. */
export async function playReply(reply: ScriptedReply, response: ServerResponse, question: Question): Promise<void> {
  if ("hang" in reply) return;
  if ("error" in reply) return sendError(reply.error, response, question.protocol);
  if ("bytes" in reply) {
    response.writeHead(200, { "content-type": reply.contentType ?? "application/json" });
    for (let count = reply.repeat ?? 1; count > 0 && !response.destroyed; count -= 1)
      await write(response, reply.bytes);
    return void response.end();
  }
  if (reply.delayMs !== undefined) await sleep(reply.delayMs);
  const { protocol, stream, context } = question;
  const { conversation } = protocol;
  const answer = answerOf(reply, context.model);
  if (conversation !== null && stream) return sendStream(reply, answer, response, conversation.stream(context));
  const body = JSON.stringify(conversation?.writeAnswer(answer, context) ?? embeddings(answer));
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
  if (reply.cutAfter === undefined) return void response.end(body);
  await write(response, body.slice(0, body.length / 2));
  response.destroy();
}

/** The answer of a reply, as if nothing delayed or cut it. */
export function answerOf({ text, toolCalls, usage, finishReason }: ScriptedAnswer, model: string): ModelAnswer {
  return {
    text: text ?? "",
    toolCalls: toolCalls ?? [],
    finishReason: finishReason ?? ((toolCalls?.length ?? 0) > 0 ? "tool-calls" : "stop"),
    usage: { ...unknownUsage, ...usage },
    answeredBy: model,
  };
}

/** With the space around them. */
export function wordsOf(text: string): string[] {
  return text.match(/\s*\S+\s*$|\s*\S+/g) ?? [];
}

/** A stream of words, so that clients see more than one piece. */
async function sendStream(
  { pieceMs, cutAfter }: ScriptedAnswer,
  answer: ModelAnswer,
  response: ServerResponse,
  writer: ReturnType<Conversation["stream"]>,
): Promise<void> {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  response.flushHeaders();
  let sent = 0;
  for (const piece of wordsOf(answer.text)) {
    if (sent === cutAfter) return void response.destroy();
    if (sent > 0 && pieceMs !== undefined) await sleep(pieceMs);
    await write(response, writer.text(piece));
    sent += 1;
  }
  if (cutAfter === undefined) response.end(writer.end(answer));
  else response.destroy();
}

function sendError(
  { status, message, retryAfterSeconds }: Extract<ScriptedReply, { error: unknown }>["error"],
  response: ServerResponse,
  protocol: Protocol,
): void {
  const kind: ErrorKind =
    status === 429 ? "rate-limit" : status === 529 || status === 503 ? "overloaded" : "provider-failure";
  const retryAfter = retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) };
  response.writeHead(status, { "content-type": "application/json", ...retryAfter });
  response.end(JSON.stringify(protocol.writeError(kind, message ?? `Scripted error ${status}.`).body));
}

function embeddings({ usage, answeredBy }: ModelAnswer) {
  const tokens = usage.inputTokens ?? 0;
  const data = [{ object: "embedding", index: 0, embedding: [0.25, -0.5] }];
  return { object: "list", data, model: answeredBy, usage: { prompt_tokens: tokens, total_tokens: tokens } };
}

/** Resolves when the connection has taken the bytes, or is gone. */
function write(response: ServerResponse, chunk: string | Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    response.write(chunk, () => resolve());
  });
}
