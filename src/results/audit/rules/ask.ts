import { z } from "zod";
import { extractJson } from "../../../agents/search/extract-json.ts";
import type { Model } from "../../../contracts/model.ts";
import type { Chunk } from "./chunks.ts";
import { messagesAbout } from "./prompt.ts";

const answerSchema = z.object({
  findings: z.array(
    z.object({
      question: z.string(),
      file: z.string(),
      quote: z.string(),
      why: z.string().default(""),
    }),
  ),
});

/** One yes of the model. */
export type Claim = z.infer<typeof answerSchema>["findings"][number];

const mostOutputTokens = 4_000;

/** What the model claims about a chunk, or the numbers of the calls whose answers could not be read. */
export type Answered = { readonly claims: readonly Claim[] } | { readonly unreadable: readonly number[] };

/** Asks the questions about a chunk, and once more if the answer cannot be read. */
export async function askAbout(chunk: Chunk, model: Model, signal: AbortSignal): Promise<Answered> {
  const messages = messagesAbout(chunk);
  const request = { maxOutputTokens: mostOutputTokens, signal };
  const first = await model.call({ ...request, messages });
  const read = extractJson(first.text, answerSchema);
  if ("value" in read) return { claims: read.value.findings };
  const again = await model.call({
    ...request,
    messages: [
      ...messages,
      { role: "assistant", text: first.text, toolCalls: [] },
      { role: "user", text: `Your answer cannot be read. ${read.problem} Reply with the JSON alone.` },
    ],
  });
  const second = extractJson(again.text, answerSchema);
  if ("value" in second) return { claims: second.value.findings };
  return { unreadable: [first.call, again.call].filter((call) => call !== undefined) };
}
