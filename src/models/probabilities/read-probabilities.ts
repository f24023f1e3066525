import { asRecord } from "../protocols/loose-json.ts";

/** The log probabilities of a text's tokens, without the first, which nothing precedes; null when the answer has none. */
type ReadProbabilities = (choice: Record<string, unknown>, generated: number) => number[] | null;

/** A way to ask for the probabilities of a text that a model only reads. */
export interface ProbabilityWay {
  readonly name: string;
  /** What the request says beside model and text. */
  readonly request: Readonly<Record<string, unknown>>;
  readonly read: ReadProbabilities;
}

/** As OpenAI's completions have it, and vLLM and others like them: the text comes back with the answer. */
const echo: ProbabilityWay = {
  name: "echo",
  request: { echo: true, logprobs: 1 },
  read(choice, generated) {
    const values = asList(asRecord(choice.logprobs).token_logprobs);
    return usable(values.slice(0, values.length - generated));
  },
};

/** As vLLM has it: for each token the likeliest one and, if it is another, the one in the text, which has a later rank. */
const promptLogProbabilities: ProbabilityWay = {
  name: "prompt_logprobs",
  request: { prompt_logprobs: 1 },
  read: (choice) => usable(asList(choice.prompt_logprobs).map(ofText)),
};

export const probabilityWays: readonly ProbabilityWay[] = [echo, promptLogProbabilities];

function ofText(token: unknown): unknown {
  const candidates = Object.values(asRecord(token)).map((candidate) => asRecord(candidate));
  const values = candidates.flatMap(({ logprob }) => (typeof logprob === "number" ? logprob : []));
  return values.length === 0 ? null : Math.min(...values);
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Servers leave the first token without a value. Other gaps mean that they do not give what was asked for. */
function usable(values: readonly unknown[]): number[] | null {
  const rest = values.slice(1);
  const numbers = rest.filter((value): value is number => typeof value === "number" && value <= 1e-6);
  return numbers.length > 0 && numbers.length === rest.length ? numbers : null;
}
