import { z } from "zod";

/** How the loop behaves. What a run may use is not here: those are limits of the run. */
export const reactSettings = z.strictObject({
  command_seconds: z
    .number()
    .positive()
    .default(600)
    .describe("how long a command may run unless the model asks for another time; its output so far is kept"),
  output_characters: z
    .int()
    .min(200)
    .default(16_000)
    .describe(
      "most characters of a result that the model sees; the middle is left out, and a file holds the full text",
    ),
  window_tokens: z
    .int()
    .min(1000)
    .default(128_000)
    .describe("the model's context window; at four fifths of it, the conversation so far is replaced by a summary"),
  nudges: z
    .int()
    .nonnegative()
    .default(3)
    .describe("how many times in a row the model is asked to go on when it stops without a tool call"),
  description_characters: z
    .int()
    .nonnegative()
    .default(20_000)
    .describe("most characters of the competition's description in the first message; the file holds all of it"),
});

export type ReactSettings = z.infer<typeof reactSettings>;
