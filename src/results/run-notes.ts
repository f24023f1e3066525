import { z } from "zod";
import { failureOf } from "./failure-kind.ts";
import type { Conditions, GradedRun, MissingRun, RunTimes } from "./result-set.ts";

/**
 * What our logs and imported reports say about runs beyond the report itself: everything that result sets know. It is in the
 * member `mlebench` of a log's and a sample's metadata. What the group did not know is `unknown` here as well.
 */
const unknown = z.literal("unknown");

const conditionNotes = z.object({
  edition: z.string(),
  time_limit_ms: z.union([z.number(), unknown]),
  memory_limit_mib: z.union([z.number(), z.literal("machine"), unknown]),
  network: z.enum(["open", "closed", "unknown"]),
  isolation: z.enum(["isolated", "not isolated", "unknown"]),
});

const missingNotes = z.object({
  competition_id: z.string(),
  source: z.string(),
  seed: z.union([z.number(), unknown]),
  why: z.enum(["not finished", "not graded", "infrastructure error", "stopped"]),
  reason: z.string().exactOptional(),
});

const timeNotes = z.object({
  worked_ms: z.number().nullable(),
  gpus: z.number(),
  candidates: z.array(
    z.object({
      file: z.string(),
      elapsed_ms: z.number(),
      sha256: z.string(),
      score: z.number().nullable(),
      valid: z.boolean().nullable(),
      medal: z.enum(["gold", "silver", "bronze"]).nullable(),
    }),
  ),
});

/** About a whole log. */
export const logNotes = z.object({
  format: z.literal(1),
  label: z.string(),
  sources: z.array(z.string()),
  missing: z.array(missingNotes),
});

export const runNotes = z.object({
  competition_id: z.string(),
  source: z.string(),
  seed: z.union([z.number(), unknown]),
  /** How often it started over because the agent had failed it. */
  retries: z.number().nullable(),
  /** Why it has no valid submission. */
  failure: z.object({ kind: z.string(), cause: z.string().nullable(), reason: z.string().nullable() }).nullable(),
  times: timeNotes.nullable(),
  /** In US dollars. */
  cost: z.union([z.number(), unknown]),
  conditions: conditionNotes,
});
export type RunNotes = z.infer<typeof runNotes>;
type MissingNotes = z.infer<typeof missingNotes>;

export function notesOf(run: GradedRun): RunNotes {
  const { competitionId, source, seed, conditions, record, told, cost } = run;
  return {
    competition_id: competitionId,
    source,
    seed,
    retries: record?.retries ?? told?.retries ?? null,
    failure: failureOf(run),
    times: notesOfTimes(record ?? told?.times ?? null),
    cost,
    conditions: {
      edition: conditions.edition,
      time_limit_ms: conditions.timeLimit,
      memory_limit_mib: conditions.memoryLimit,
      network: conditions.network,
      isolation: conditions.isolation,
    },
  };
}

function notesOfTimes(times: RunTimes | null): RunNotes["times"] {
  if (times === null) return null;
  const candidates = times.candidates.map(({ elapsedMs, ...candidate }) => ({ ...candidate, elapsed_ms: elapsedMs }));
  return { worked_ms: times.workedMs, gpus: times.gpus, candidates };
}

function timesFromNotes(times: RunNotes["times"]): RunTimes | null {
  if (times === null) return null;
  const candidates = times.candidates.map(({ elapsed_ms, ...candidate }) => ({ ...candidate, elapsedMs: elapsed_ms }));
  return { workedMs: times.worked_ms, gpus: times.gpus, candidates };
}

export function notesOfMissing({ competitionId, source, seed, why, reason }: MissingRun): MissingNotes {
  return { competition_id: competitionId, source, seed, why, ...(reason === undefined ? {} : { reason }) };
}

/** The opposite of `notesOf`: everything of a run but its report. */
export function runFromNotes(notes: RunNotes): Omit<GradedRun, "report"> {
  const { competition_id, source, seed, conditions, retries, failure, times, cost } = notes;
  return {
    competitionId: competition_id,
    source,
    seed,
    conditions: {
      edition: conditions.edition,
      timeLimit: conditions.time_limit_ms,
      memoryLimit: conditions.memory_limit_mib,
      network: conditions.network,
      isolation: conditions.isolation,
    } satisfies Conditions,
    record: null,
    told: { retries, failure, times: timesFromNotes(times) },
    cost,
  };
}

export function missingFromNotes({ competition_id, ...run }: MissingNotes): MissingRun {
  return { competitionId: competition_id, folder: null, ...run };
}
