import { z } from "zod";
import { callRecord } from "../../models/ledger/call-record.ts";

const seal = z.looseObject({ bytes: z.number(), sha256: z.string() });
const time = z.iso.datetime();

/** What the checks need from each event. Other members are allowed. */
const shapes: Readonly<Record<string, z.ZodType>> = {
  opened: z.looseObject({ time, attempt: z.number(), record: z.string() }),
  continued: z.looseObject({ time, attempt: z.number(), elapsedMs: z.number() }),
  candidate: seal.extend({ time, file: z.string() }),
  agent: z.looseObject({ time, elapsedMs: z.number(), event: z.looseObject({ type: z.string() }) }),
  rehearsal: z.looseObject({ time, score: z.union([z.number(), z.string()]).nullable() }),
  interrupted: z.looseObject({ time, attempt: z.number() }),
  sealed: z.looseObject({ time, submission: seal.nullable(), files: z.string() }),
  graded: z.looseObject({ time, grade: z.string() }),
  ended: z.looseObject({ time, end: z.string() }),
  call: callRecord,
  planned: z.looseObject({ time, plan: z.string() }),
  extended: z.looseObject({ time, seeds: z.array(z.number().int()) }),
  retried: z.looseObject({ time, runs: z.array(z.string()) }),
  "run-started": z.looseObject({ time, run: z.string(), attempt: z.number() }),
  "run-resumed": z.looseObject({ time, run: z.string() }),
  "run-ended": z.looseObject({ time, run: z.string(), end: z.string(), head: z.string() }),
  "host-ended": z.looseObject({ time, files: z.record(z.string(), z.string()) }),
};

/** What is wrong with an event, or null. Types that this version does not know are accepted. */
export function wrongShape(event: unknown): string | null {
  const type = (event as { type?: unknown } | null)?.type;
  if (typeof type !== "string") return "it has no type";
  const [issue] = shapes[type]?.safeParse(event).error?.issues ?? [];
  return issue === undefined ? null : `\`${issue.path.join(".")}\` of \`${type}\`: ${issue.message}`;
}
