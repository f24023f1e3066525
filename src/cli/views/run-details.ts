import { shownScore } from "../../grade/report.ts";
import { formatDollars } from "../../lib/format-dollars.ts";
import { type CallTotals, readCallTotals } from "../../runs/state/call-totals.ts";
import { explainRun } from "../../runs/state/explain-run.ts";
import type { RunGrade } from "../../runs/state/read-grade.ts";
import type { GroupState, RunStatus } from "../../runs/state/read-group.ts";
import { formatFields, formatTable } from "../output.ts";
import { joinLines, type StyledText } from "../styled-text.ts";
import { describeAgent } from "./describe-agent.ts";
import { plural } from "./describe-limits.ts";
import {
  describeAttempt,
  formatClock,
  formatCpuTime,
  formatPeakMemory,
  formatPercentile,
  formatScore,
} from "./format-run.ts";
import { shownPath } from "./shown-path.ts";

/** One run: its state, its result and the score over time. */
export function formatRun(group: GroupState, run: RunStatus, grade: RunGrade | null): StyledText {
  const fields = formatFields(run.id, fieldsOf(group, run, grade));
  return grade === null || grade.candidates.length === 0 ? fields : joinLines([fields, "", candidateTable(grade)]);
}

function fieldsOf({ plan }: GroupState, run: RunStatus, grade: RunGrade | null): [string, string][] {
  return [
    ["group", plan.name],
    ["folder", run.folder],
    ["competition", `${run.competitionId}, seed ${run.seed}`],
    ["agent", describeAgent(plan)],
    ["state", run.end ?? run.state],
    ...optionalField("reason", run.reason),
    ["attempt", describeAttempt(run)],
    ["started", run.startedAt ?? "-"],
    ["time", run.elapsedMs === null ? "-" : formatClock(run.elapsedMs)],
    ["CPU time", formatCpuTime(run)],
    ["peak memory", formatPeakMemory(run)],
    ...callFields(readCallTotals(run.folder)),
    ["submission", run.submission ? (run.valid === false ? "yes, invalid" : "yes") : "no"],
    ["score", String(run.score ?? (grade && shownScore(grade.report)) ?? formatScore(run))],
    ["medal", run.medal ?? "-"],
    ["percentile", formatPercentile(grade)],
    ...optionalField("last output", run.lastOutput),
    ...optionalField("problem", explainRun(run, grade)),
    ["log", `mlebench logs ${shownPath(run.folder)}`],
  ];
}

function optionalField(name: string, value: string | null): [string, string][] {
  return value === null ? [] : [[name, value]];
}

function callFields(totals: CallTotals | null): [string, string][] {
  if (totals === null) return [];
  const { calls, failed, inputTokens, cacheReadTokens, outputTokens, waitingMs } = totals;
  const count = (tokens: number): string => tokens.toLocaleString("en-US");
  const cached = cacheReadTokens === 0 ? "" : ` (${count(cacheReadTokens)} cached)`;
  return [
    ["model calls", `${calls}${failed === 0 ? "" : `, ${failed} of them failed`}`],
    ["tokens", `${count(inputTokens)} in${cached}, ${count(outputTokens)} out`],
    ["cost", formatCost(totals)],
    ["waiting", formatClock(waitingMs)],
  ];
}

function formatCost({ cost, calls, unpriced }: CallTotals): string {
  if (unpriced === 0) return formatDollars(cost);
  return unpriced === calls
    ? "unknown"
    : `${formatDollars(cost)}, and ${unpriced} call${plural(unpriced)} at an unknown price`;
}

function candidateTable({ candidates }: RunGrade): StyledText {
  return formatTable(
    ["candidate", "after", "score", "medal", "sha256"],
    candidates.map(({ file, elapsedMs, score, valid, medal, sha256 }) => [
      file,
      formatClock(elapsedMs),
      score === null ? (valid === null ? "ungraded" : valid ? "not finite" : "invalid") : String(score),
      medal ?? "-",
      sha256.slice(0, 16),
    ]),
  );
}
