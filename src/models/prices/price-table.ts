import { readFile } from "node:fs/promises";
import { z } from "zod";
import { UsageError } from "../../lib/errors.ts";

const dollars = z.number().nonnegative();

/** Prices by model name or pattern (`scripted/*`), in US dollars per million tokens. */
export const priceTable = z.record(
  z.string(),
  z.strictObject({
    input: dollars,
    output: dollars,
    /** Input that the provider had in its cache, or put there; like other input unless they are given. */
    cacheRead: dollars.exactOptional(),
    cacheWrite: dollars.exactOptional(),
  }),
);
export type PriceTable = z.infer<typeof priceTable>;

/** Reads prices from a YAML or JSON file. @throws UsageError when it holds something else. */
export async function readPriceTable(file: string): Promise<PriceTable> {
  const unreadable = (why: string, cause: unknown): UsageError =>
    new UsageError(`The prices in ${file} cannot be read: ${why}`, { cause });
  const { parse } = await import("yaml");
  let content: unknown;
  try {
    content = parse(await readFile(file, "utf8"));
  } catch (cause) {
    throw unreadable((cause as Error).message, cause);
  }
  const { success, data, error } = priceTable.safeParse(content);
  if (success) return data;
  const [issue] = error.issues;
  const where = issue!.path.length === 0 ? "" : ` at ${issue!.path.join(" > ")}`;
  const example = "Expected, for example, `openai/my-model: { input: 0.5, output: 2 }`, in dollars per million tokens.";
  throw unreadable(`${issue!.message}${where}. ${example}`, error);
}
