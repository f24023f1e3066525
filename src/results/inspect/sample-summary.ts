import type { InspectSample } from "./log-types.ts";

/** Longer texts are cut in summaries, which viewers load all at once. */
const longestInput = 5120;
const longestText = 1024;

/** What lists of samples show. */
export function sampleSummary(sample: InspectSample): Readonly<Record<string, unknown>> {
  const { id, epoch, input, target, metadata, scores, model_usage, role_usage, uuid } = sample;
  const { started_at, completed_at, total_time, working_time, turn_count, error, limit, error_retries } = sample;
  return {
    id,
    epoch,
    input: cut(input, longestInput),
    target,
    metadata: Object.fromEntries(Object.entries(metadata).filter(([, value]) => typeof value !== "object")),
    ...(scores === undefined ? {} : { scores: Object.fromEntries(Object.entries(scores).map(briefScore)) }),
    model_usage,
    role_usage,
    uuid,
    ...defined({ started_at, completed_at, total_time, working_time, turn_count }),
    ...defined({ error: error?.message, limit: limit?.type, retries: error_retries?.length }),
    completed: true,
    message_count: sample.messages.length,
  };
}

/** The report is in the sample. */
function briefScore([name, { value, answer, history }]: readonly [
  string,
  NonNullable<InspectSample["scores"]>[string],
]) {
  return [name, { value, answer, history }] as const;
}

function defined(members: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === "string" ? cut(value, longestText) : value]),
  );
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}...` : text;
}
