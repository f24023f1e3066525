import { z } from "zod";

const count = z.int().nonnegative().nullable();

/** What one call used; null where it is unknown. */
const spent = { inputTokens: count, outputTokens: count, cost: z.number().nullable() };

/** The model call whose answer the event holds. */
const call = z.int().exactOptional();

/**
 * What the agent records: its conversation, message by message, as the model sees it. An interrupted host's successor rebuilds
 * the conversation from it, so the next request is the same to the letter.
 */
export const reactEvents = z.discriminatedUnion("type", [
  /** The tools on offer, which stay the same when the run is continued elsewhere. */
  z.strictObject({ type: z.literal("started"), tools: z.array(z.string()) }),
  z.strictObject({ type: z.literal("message"), role: z.enum(["system", "user"]), text: z.string() }),
  z.strictObject({
    type: z.literal("answer"),
    call,
    text: z.string(),
    toolCalls: z.array(z.strictObject({ id: z.string(), name: z.string(), arguments: z.unknown() })),
    finishReason: z.enum(["stop", "length", "tool-calls", "content-filter", "other"]),
    providerData: z.unknown().exactOptional(),
    ...spent,
  }),
  z.strictObject({
    type: z.literal("result"),
    callId: z.string(),
    text: z.string(),
    isError: z.literal(true).exactOptional(),
    /** The work is done: it was submitted. */
    ends: z.literal(true).exactOptional(),
  }),
  /** A summary takes the place of all messages between the task and the last `kept` ones. */
  z.strictObject({ type: z.literal("compacted"), call, text: z.string(), kept: z.int().nonnegative(), ...spent }),
  /** Another host goes on from here. */
  z.strictObject({ type: z.literal("continued") }),
]);

export type ReactEvent = z.infer<typeof reactEvents>;
