import { z } from "zod";

const count = z.int().nonnegative().nullable();
const spent = { inputTokens: count, outputTokens: count, cost: z.number().nullable() };

/**
 * What a coding agent reports about its own work, in the form that all agents share. Tokens and cost are its own figures, null
 * where it gives none; the run's ledger has ours.
 */
export const codingEvents = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("message"), role: z.literal("user"), text: z.string() }),
  z.strictObject({
    type: z.literal("answer"),
    text: z.string(),
    toolCalls: z.array(z.strictObject({ id: z.string(), name: z.string(), arguments: z.unknown() })),
    ...spent,
  }),
  z.strictObject({
    type: z.literal("result"),
    callId: z.string(),
    text: z.string(),
    isError: z.literal(true).exactOptional(),
  }),
  z.strictObject({ type: z.literal("error"), text: z.string() }),
  /** Everything that it used, by its own count. */
  z.strictObject({ type: z.literal("totals"), ...spent }),
  /** A remark of the harness. */
  z.strictObject({ type: z.literal("note"), text: z.string() }),
]);

export type CodingEvent = z.infer<typeof codingEvents>;
