import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const schema = z.object({
  rehearsal: z.literal(1),
  competition: z.string(),
  edition: z.string(),
  seed: z.number(),
  fraction: z.number(),
  /** The version of this package that made it. */
  version: z.string(),
  /** What made it: the competition's `prepare`, or its own `rehearse`. */
  madeBy: z.enum(["prepare", "rehearse"]),
});

/** What a rehearsal says about itself: `rehearsal.json`, beside its `public/` and `private/`. */
export type RehearsalRecord = z.infer<typeof schema>;

export const recordName = "rehearsal.json";

/** The record of the rehearsal in a folder; null if there is none that this version understands. */
export function readRehearsal(folder: string): RehearsalRecord | null {
  try {
    return schema.parse(JSON.parse(readFileSync(join(folder, recordName), "utf8")));
  } catch {
    return null;
  }
}
