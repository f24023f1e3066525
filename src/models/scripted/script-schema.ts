import { z } from "zod";
import { parseDuration } from "../../lib/parse-quantity.ts";

const tokens = z.int().nonnegative();
const duration = z.union([z.number().positive(), z.string()]).transform((value, context) => {
  try {
    return parseDuration(String(value));
  } catch (error) {
    context.addIssue((error as Error).message.replace(/^E/, "e").replace(/, found.*$/, ""));
    return z.NEVER;
  }
});
const pattern = z.string().transform((text, context) => {
  try {
    return new RegExp(text, "is");
  } catch (error) {
    context.addIssue(`expected a regular expression: ${(error as Error).message}`);
    return z.NEVER;
  }
});

const error = z.union([
  z.int().min(400).max(599),
  z.strictObject({
    status: z.int().min(400).max(599),
    message: z.string().exactOptional(),
    retryAfter: duration.exactOptional(),
  }),
]);

/** A try that fails: a status, or the number of words after which the connection is cut. */
const failure = z.union([error, z.strictObject({ error }), z.strictObject({ cut: z.int().nonnegative() })]);

/** `bash: { command: ls }`, or `shell: ls` for a command in whichever shell tool the request offers. */
const toolCall = z
  .record(z.string(), z.unknown())
  .refine(
    (call) => Object.keys(call).length === 1,
    "expected one tool with its arguments, such as bash: { command: ls }",
  );

const reply = z.strictObject({
  text: z.string().exactOptional(),
  tools: z.array(toolCall).exactOptional(),
  usage: z
    .strictObject({ input: tokens, cacheRead: tokens, cacheWrite: tokens, output: tokens, reasoning: tokens })
    .partial()
    .exactOptional(),
  finish: z.enum(["stop", "length", "tool-calls", "content-filter"]).exactOptional(),
  /** Before the first byte, and between two words of a stream. */
  delay: duration.exactOptional(),
  wordDelay: duration.exactOptional(),
  /** Every try fails. */
  error: error.exactOptional(),
  cut: z.int().nonnegative().exactOptional(),
  hang: z.literal(true).exactOptional(),
  /** The first tries fail, one after the other. */
  fail: z.array(failure).exactOptional(),
});

/** A text alone is an answer without anything else. */
const answer = z.union([z.string().transform((text): ScriptReply => ({ text })), reply]);

/** All of them must hold. */
const condition = z
  .strictObject({
    /** Over the text of all messages, of the instructions, of the last message. */
    any: pattern,
    system: pattern,
    last: pattern,
    /** Whether the request offers tools. */
    tools: z.boolean(),
  })
  .partial();

export const scriptSchema = z
  .strictObject({
    rules: z.array(reply.extend({ when: condition })).default([]),
    turns: z.array(answer).default([]),
    otherwise: answer.exactOptional(),
  })
  .refine(
    ({ rules, turns, otherwise }) => rules.length + turns.length > 0 || otherwise !== undefined,
    "expected at least one of turns, rules and otherwise",
  );

export type Script = z.infer<typeof scriptSchema>;
export type ScriptReply = z.infer<typeof reply>;
export type ScriptFailure = z.infer<typeof failure>;
export type ScriptCondition = z.infer<typeof condition>;
