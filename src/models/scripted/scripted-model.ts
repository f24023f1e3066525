import type { ModelAnswer, ModelRequest } from "../../contracts/model.ts";
import { pause } from "../../lib/pause.ts";
import { ProviderFailure } from "../provider-failure.ts";
import type { RawModel } from "../provider-kind.ts";
import { answerOf, wordsOf } from "./play-reply.ts";
import type { ScriptedAnswer, ScriptedReply } from "./scripted-reply.ts";

/** A model in this process that replies as it is told. */
export function scriptedModel(name: string, choose: (request: ModelRequest) => ScriptedReply): RawModel {
  return {
    async call(request, heard) {
      const { signal = new AbortController().signal, onText } = request;
      signal.throwIfAborted();
      const reply = choose(request);
      if ("error" in reply) throw refusal(name, reply.error);
      if ("hang" in reply || "bytes" in reply) {
        await pause(Number.MAX_SAFE_INTEGER, signal);
        throw signal.reason;
      }
      if (!(await pause(reply.delayMs ?? 0, signal))) throw signal.reason;
      return await say(name, reply, { signal, onText, heard });
    },
  };
}

interface Listener {
  readonly signal: AbortSignal;
  readonly onText: ModelRequest["onText"];
  readonly heard: (() => void) | undefined;
}

async function say(name: string, reply: ScriptedAnswer, { signal, onText, heard }: Listener): Promise<ModelAnswer> {
  const answer = answerOf(reply, name);
  for (const [index, word] of wordsOf(answer.text).entries()) {
    if (index === reply.cutAfter) break;
    if (!(await pause(index === 0 ? 0 : (reply.pieceMs ?? 0), signal))) throw signal.reason;
    heard?.();
    onText?.(word);
  }
  if (reply.cutAfter === undefined) return answer;
  throw new ProviderFailure(`${name}: the answer broke off before its end`, { status: null });
}

function refusal(
  name: string,
  { status, message, retryAfterSeconds }: Extract<ScriptedReply, { error: unknown }>["error"],
) {
  const wait = retryAfterSeconds === undefined ? {} : { retryAfterMs: 1000 * retryAfterSeconds };
  return new ProviderFailure(`${name}: ${status}, ${message ?? "scripted error"}`, { status, ...wait });
}
