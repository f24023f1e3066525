import { z } from "zod";
import { protocolNames } from "../protocols/protocol-name.ts";

const tokens = z.number().int().nonnegative().nullable();
const usage = z.object({
  inputTokens: tokens,
  cacheReadTokens: tokens,
  cacheWriteTokens: tokens,
  outputTokens: tokens,
  reasoningTokens: tokens,
});
const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** One line of `calls.jsonl`: a call that was answered or has failed for good. */
export const callRecord = z.object({
  type: z.literal("call"),
  /** Counts from 1 in the order in which calls began; lines are in the order in which they ended. */
  number: z.number().int().positive(),
  startedAt: z.iso.datetime(),
  role: z.string().nullable(),
  /** The session of a program that made it, such as the one in which a coding agent writes a version of a program. */
  session: z.string().exactOptional(),
  /** `provider/model`, as it was asked for. */
  model: z.string(),
  /** The provider's own name for what answered. */
  answeredBy: z.string().nullable(),
  protocol: z.enum([...protocolNames, "in-process"]),
  /** Of all tries. */
  usage,
  /** Whether the provider did not report all of the usage, so that input or output is estimated from sizes. */
  estimated: z.boolean(),
  /** In US dollars; null when the price is unknown. */
  cost: z.number().nonnegative().nullable(),
  /** How long the last try took. */
  durationMs: z.number().nonnegative(),
  /** Before the last try: for a connection, for room in a limit, and for the provider after failed tries. */
  waitingMs: z.number().nonnegative(),
  /** Tries that failed before the last one, with what they used if their answer had begun. */
  retries: z.array(z.object({ status: z.number().nullable(), message: z.string(), usage: usage.exactOptional() })),
  finishReason: z.string().nullable(),
  /** Why it failed; null when it was answered. */
  failure: z.object({ status: z.number().nullable(), message: z.string() }).nullable(),
  /** Names of request and answer in `bodies.jsonl`. */
  request: hash,
  answer: hash.nullable(),
  /** The answer's bytes as they came, if they were passed through. */
  bytes: z.object({ sha256: hash, length: z.number() }).exactOptional(),
  /** The call whose recorded answer was handed out again, after an interruption: nothing was asked and nothing is paid. */
  repeats: z.number().int().positive().exactOptional(),
});
export type CallRecord = z.infer<typeof callRecord>;
