import type { ModelRequest } from "../../contracts/model.ts";
import { ProviderFailure } from "../provider-failure.ts";
import type { RawModel } from "../provider-kind.ts";
import { RecordedCalls } from "./recorded-calls.ts";

/** Answers as a recorded run was answered, and refuses what that run did not ask. */
export function replayingModel(folder: string): RawModel {
  const calls = new RecordedCalls(folder);
  return {
    async call(request, heard) {
      request.signal?.throwIfAborted();
      const answer = calls.answer(request);
      if (answer === null) throw new ProviderFailure(describe(folder, request), { status: 400 });
      heard?.();
      if (answer.text !== "") request.onText?.(answer.text);
      return answer;
    },
  };
}

function describe(folder: string, { messages }: ModelRequest): string {
  const last = messages.at(-1)?.text.replace(/\s+/g, " ") ?? "";
  const excerpt = last.length <= 80 ? last : `${last.slice(0, 79)}…`;
  const count = messages.length === 1 ? "1 message" : `${messages.length} messages`;
  return `replay/${folder}: 400, the run has no answer to this request of ${count}, of which the last is "${excerpt}"`;
}
