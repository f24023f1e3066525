import type { IncomingMessage } from "node:http";
import type { Handler } from "../kaggle/loopback-server.ts";

/** What a server was asked, as it came. */
export interface AskedCompletion {
  readonly model: string;
  readonly prompt: string;
  readonly max_tokens: number;
  readonly echo?: boolean;
  readonly logprobs?: number;
  readonly prompt_logprobs?: number;
}

type Answer = (asked: AskedCompletion) => {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body: unknown;
};

/** Answers completions. Handlers get the parsed request. */
export function completions(answer: Answer): Handler {
  return async (request, response) => {
    const { status = 200, headers = {}, body } = answer(JSON.parse(await readBody(request)));
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
  };
}

/** Every word is a token. */
export const wordsOf = (text: string): string[] => text.split(/(?<=\s)(?=\S)/);

const usageOf = (prompt: string) => ({ prompt_tokens: wordsOf(prompt).length, completion_tokens: 1 });

/** A model that gives each word of a text the same probability, and returns it as OpenAI's completions do. */
export const echoing = (probability: (text: string) => number): Handler =>
  completions(({ prompt, echo }) => {
    const values = wordsOf(prompt).map((_, at) => (at === 0 ? null : Math.log(probability(prompt))));
    const logprobs = { tokens: [], token_logprobs: echo ? [...values, -9] : [-9] };
    return { body: { choices: [{ text: "", logprobs }], usage: usageOf(prompt) } };
  });

/** The same as vLLM has it, without echo: a likelier token beside each of the text. */
export const promptScoring = (probability: (text: string) => number): Handler =>
  completions(({ prompt, echo }) => {
    if (echo) return { status: 400, body: { error: { message: "echo is not supported" } } };
    const prompts = wordsOf(prompt).map((_, at) =>
      at === 0 ? null : { 17: { logprob: Math.log(probability(prompt)), rank: 4 }, 5: { logprob: -0.01, rank: 1 } },
    );
    return { body: { choices: [{ text: "", prompt_logprobs: prompts }], usage: usageOf(prompt) } };
  });

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
