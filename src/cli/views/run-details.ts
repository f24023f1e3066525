import { shownScore } from "../../grade/report.ts";
import type { RunGrade } from "../../runs/state/read-grade.ts";
import type { GroupState, RunStatus } from "../../runs/state/read-group.ts";
import { formatFields, formatTable } from "../output.ts";
import { describeAgent } from "./describe-agent.ts";
import { formatClock, formatPercentile } from "./format-run.ts";

/** One run: its state, its result and the score over time. */
export function formatRun(group: GroupState, run: RunStatus, grade: RunGrade | null): string {
  const fields = formatFields(run.id, fieldsOf(group, run, grade));
  return grade === null || grade.candidates.length === 0 ? fields : `${fields}\n\n${candidateTable(grade)}`;
}

function fieldsOf({ plan }: GroupState, run: RunStatus, grade: RunGrade | null): [string, string][] {
  const failure = grade?.report.extra.failure ?? null;
  return [
    ["group", plan.name],
    ["folder", run.folder],
    ["competition", `${run.competitionId}, seed ${run.seed}`],
    ["agent", describeAgent(plan)],
    ["state", run.end ?? run.state],
    ...optionalField("reason", run.reason),
    ["attempt", String(run.attempt)],
    ["started", run.startedAt ?? "-"],
    ["time", run.elapsedMs === null ? "-" : formatClock(run.elapsedMs)],
    ["submission", run.submission ? (run.valid === false ? "yes, invalid" : "yes") : "no"],
    ["score", String(run.score ?? (grade && shownScore(grade.report)) ?? "-")],
    ["medal", run.medal ?? "-"],
    ["percentile", formatPercentile(grade)],
    ...optionalField("last output", run.lastOutput),
    ...optionalField("problem", failure?.reason ?? null),
  ];
}

function optionalField(name: string, value: string | null): [string, string][] {
  return value === null ? [] : [[name, value]];
}

function candidateTable({ candidates }: RunGrade): string {
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
