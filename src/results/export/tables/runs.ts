import { join } from "node:path";
import { medalOf } from "../../../grade/report.ts";
import { runFiles } from "../../../runs/record/run-folder.ts";
import { readAttemptCalls } from "../../../runs/state/attempt-calls.ts";
import { type CallTotals, sumCalls } from "../../../runs/state/call-totals.ts";
import { noProgress, type RunProgress, readRunEnd } from "../../../runs/state/run-progress.ts";
import { failureOf, type RunFailure } from "../../failure-kind.ts";
import type { Conditions, GradedRun, ResultSet } from "../../result-set.ts";
import { type RunStanding, standingOf } from "../../run-standing.ts";
import { listRuns, type RunEntry, runColumns } from "../run-entry.ts";
import { type Cell, type CellType, type ColumnOf, column, defineTable } from "../table.ts";

interface Row {
  readonly entry: RunEntry;
  readonly progress: RunProgress;
  readonly failure: RunFailure | null;
  readonly standing: RunStanding | null;
  /** Null when it is unknown what calls it made. */
  readonly calls: CallTotals | null;
}

function* rowsOf(sets: readonly ResultSet[]): Generator<Row> {
  for (const entry of listRuns(sets)) {
    const { folder, graded } = entry;
    const progress = folder === null ? noProgress() : readRunEnd(join(folder, runFiles.events));
    yield {
      entry,
      progress,
      failure: graded && failureOf(graded),
      standing: graded && standingOf(graded),
      calls: callsOf(entry),
    };
  }
}

/** A program with its own keys may have made calls that were not recorded. */
function callsOf({ folder, plan }: RunEntry): CallTotals | null {
  if (folder === null || plan?.models === undefined) return null;
  return sumCalls(readAttemptCalls(folder).map(({ call }) => call));
}

type FromReport = (run: GradedRun) => Cell | undefined;

/** A column that only graded runs have. */
const graded = (name: string, type: CellType, meaning: string, value: FromReport): ColumnOf<Row> =>
  column(name, type, meaning, ({ entry }) => (entry.graded === null ? null : (value(entry.graded) ?? null)));

const counted = (name: string, meaning: string, value: (calls: CallTotals) => number): ColumnOf<Row> =>
  column(name, "integer", meaning, ({ calls }) => calls && value(calls));

/** Calculated where a report does not say. */
const standing = (name: string, meaning: string, key: keyof RunStanding): ColumnOf<Row> =>
  column(name, "number", meaning, (row) => row.standing?.[key] ?? null);

/** Thresholds are NaN in reports that do not have them. */
const finite = (value: number | undefined): number | null =>
  value !== undefined && Number.isFinite(value) ? value : null;

const condition = <Name extends keyof Conditions>(
  run: GradedRun,
  name: Name,
): Exclude<Conditions[Name], "unknown"> | null => {
  const value = run.conditions[name];
  return value === "unknown" ? null : (value as Exclude<Conditions[Name], "unknown">);
};

const results: readonly ColumnOf<Row>[] = [
  column(
    "status",
    "text",
    "`graded`, or why there is no result: `not finished`, `not graded`, `infrastructure error`, `stopped`",
    ({ entry }) => entry.missing?.why ?? "graded",
  ),
  graded("submission_exists", "boolean", "whether there is a submission", ({ report }) => report.submission_exists),
  graded("valid_submission", "boolean", "whether the grader accepts it", ({ report }) => report.valid_submission),
  graded(
    "score",
    "number",
    "the score, rounded as the competition rounds; empty if it is not finite",
    ({ report }) => report.score,
  ),
  graded("unrounded_score", "number", "the score before rounding; may be NaN or infinite", ({ report }) =>
    report.extra.unrounded_score === null ? null : Number(report.extra.unrounded_score),
  ),
  graded("is_lower_better", "boolean", "whether lower scores are better", ({ report }) => report.is_lower_better),
  standing("percentile", "position on the leaderboard, 0 to 100; 0 without a score", "percentile"),
  standing("human_rank", "HumanRank, 0 to 100 (see [results](results.md)); 0 without a score", "humanRank"),
  standing(
    "normalised_score",
    "normalised score, 0 to 1 (see [results](results.md)); 0 without a score",
    "normalisedScore",
  ),
  graded("medal", "text", "`gold`, `silver` or `bronze`", ({ report }) => medalOf(report)),
  graded("any_medal", "boolean", "whether it earns a medal", ({ report }) => report.any_medal),
  graded("above_median", "boolean", "whether it is better than the median team", ({ report }) => report.above_median),
  graded("gold_threshold", "number", "the score that earns gold", ({ report }) => finite(report.gold_threshold)),
  graded("silver_threshold", "number", "the score that earns silver", ({ report }) => finite(report.silver_threshold)),
  graded("bronze_threshold", "number", "the score that earns bronze", ({ report }) => finite(report.bronze_threshold)),
  graded("median_threshold", "number", "the score of the median team", ({ report }) => finite(report.median_threshold)),
  graded("teams", "integer", "teams on the leaderboard", ({ report }) => report.extra.teams),
  graded("teams_beaten", "integer", "teams with a worse score", ({ report }) => report.extra.teams_beaten),
];

const course: readonly ColumnOf<Row>[] = [
  column(
    "failure_kind",
    "text",
    "why there is no valid submission, such as `wrong columns` or `time limit`",
    ({ failure }) => failure?.kind ?? null,
  ),
  column(
    "failure_cause",
    "text",
    "for an agent error, what its last words are about, such as `import error`",
    ({ failure }) => failure?.cause ?? null,
  ),
  column(
    "failure_reason",
    "text",
    "the same in the grader's or the run's own words",
    ({ failure }) => failure?.reason ?? null,
  ),
  graded("end", "text", "how the run ended: `finished`, `limit` or `agent-error`", ({ record }) => record?.end),
  column(
    "end_reason",
    "text",
    "the same in words",
    ({ entry, progress }) => progress.reason ?? entry.missing?.reason ?? null,
  ),
  graded("started_at", "time", "when the last attempt started", ({ record }) => record?.startedAt),
  graded("attempts", "integer", "attempts, the last one included", ({ record }) => record?.attempt),
  graded(
    "retries",
    "integer",
    "times the run started over because the agent had failed it",
    ({ record, told, report }) => record?.retries ?? told?.retries ?? report.extra.retries,
  ),
  column("elapsed_ms", "integer", "how long the agent worked", ({ progress }) => whole(progress.elapsedMs)),
  column("cpu_ms", "integer", "processor time", ({ progress }) => whole(progress.cpuMs)),
  column("peak_memory_bytes", "integer", "largest use of memory", ({ progress }) => whole(progress.peakMemoryBytes)),
  graded("grading_ms", "integer", "how long grading took", ({ report }) => whole(report.extra.duration_ms ?? null)),
];

const spending: readonly ColumnOf<Row>[] = [
  counted("calls", "model calls in all attempts", ({ calls }) => calls),
  counted("failed_calls", "of these, without an answer", ({ failed }) => failed),
  counted("unpriced_calls", "of these, without a known price", ({ unpriced }) => unpriced),
  counted("input_tokens", "tokens sent, cached ones included", ({ inputTokens }) => inputTokens),
  counted("cache_read_tokens", "of these, from the provider's cache", ({ cacheReadTokens }) => cacheReadTokens),
  counted("output_tokens", "tokens received", ({ outputTokens }) => outputTokens),
  column("cost_usd", "number", "US dollars for model calls in all attempts, as far as prices are known", costOf),
];

const conditions: readonly ColumnOf<Row>[] = [
  column("agent", "text", "the agent's label", ({ entry }) => entry.plan?.agent.label ?? null),
  column("model", "text", "the agent's model, as `provider/model`", ({ entry }) => entry.plan?.models?.main ?? null),
  graded("edition", "text", "the rules it was graded by", (run) => condition(run, "edition")),
  graded("time_limit_ms", "integer", "time limit of the agent", (run) => condition(run, "timeLimit")),
  graded("memory_limit_mb", "number", "memory limit in MiB; empty if it followed from the machine", (run) => {
    const limit = condition(run, "memoryLimit");
    return limit === "machine" ? null : limit;
  }),
  graded("network", "text", "`open` or `closed`", (run) => condition(run, "network")),
  graded("isolated", "boolean", "whether the sandbox kept the agent away from the host's files", (run) => {
    const isolation = condition(run, "isolation");
    return isolation && isolation === "isolated";
  }),
  column("sandbox", "text", "the sandbox", ({ entry }) => entry.plan?.sandbox.name ?? null),
  column("folder", "text", "folder of the run", ({ entry }) => entry.folder),
];

/** Empty rather than 0 when there is no price at all. */
function costOf({ entry, calls }: Row): number | null {
  if (calls === null) return entry.graded === null || entry.graded.cost === "unknown" ? null : entry.graded.cost;
  return calls.unpriced > 0 && calls.unpriced === calls.calls ? null : calls.cost;
}

function whole(value: number | null): number | null {
  return value === null ? null : Math.round(value);
}

/** One row per run, graded or not. */
export const runsTable = defineTable<Row>(
  "runs",
  [...runColumns<Row>(({ entry }) => entry), ...results, ...course, ...spending, ...conditions],
  rowsOf,
);
