import { z } from "zod";

const aFunction = z.custom<never>((value) => typeof value === "function", "expected a function");

/** An agent from outside this package, as `defineAgent` leaves it. */
export const agentSchema = z.strictObject({
  name: z.string().regex(/^[A-Za-z0-9][\w.-]*$/, "expected letters, digits, hyphens, dots and underscores"),
  summary: z.string().min(1),
  needs: z.array(z.string()),
  testOnly: z.boolean(),
  ownImage: z.boolean(),
  settings: z.custom<z.ZodType>(
    (value) => typeof (value as { safeParse?: unknown } | null)?.safeParse === "function",
    "expected a zod schema",
  ),
  label: aFunction.exactOptional(),
  parts: aFunction.exactOptional(),
  create: aFunction,
});
