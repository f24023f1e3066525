import { shortHash } from "../../runs/record/agent-content.ts";
import { countRuns } from "../../runs/state/count-runs.ts";
import { explainRun } from "../../runs/state/explain-run.ts";
import type { RunGrade } from "../../runs/state/read-grade.ts";
import type { GroupState, RunStatus } from "../../runs/state/read-group.ts";
import { formatFields, formatTable } from "../output.ts";
import { joinLines, type StyledText } from "../styled-text.ts";
import { describeAgent } from "./describe-agent.ts";
import { describeLimits, plural } from "./describe-limits.ts";
import { describeModels } from "./describe-models.ts";
import {
  describeAttempt,
  describeHost,
  formatClock,
  formatCpuTime,
  formatPeakMemory,
  formatPercentile,
  formatScore,
} from "./format-run.ts";
import { describeCounts } from "./run-view.ts";
import { shownPath } from "./shown-path.ts";

interface ShownRun {
  readonly run: RunStatus;
  readonly grade: RunGrade | null;
  /** Why it has not succeeded; empty when it has, or has not ended. */
  readonly reason: string;
}

/** A run group: its plan, a line for each run, and how to see more about one that has not succeeded. */
export function formatGroup(group: GroupState, gradeOf: (run: RunStatus) => RunGrade | null): StyledText {
  const runs = group.runs.map((run): ShownRun => {
    const grade = gradeOf(run);
    return { run, grade, reason: explainRun(run, grade) ?? "" };
  });
  const unsuccessful = runs.find(({ reason }) => reason !== "");
  return joinLines([
    formatFields(group.plan.name, fieldsOf(group)),
    "",
    runTable(runs),
    ...(unsuccessful === undefined ? [] : [`The log of a run: mlebench logs ${shownPath(unsuccessful.run.folder)}`]),
  ]);
}

function fieldsOf(group: GroupState): [string, string][] {
  const { plan } = group;
  return [
    ["folder", group.folder],
    ["agent", describeAgent(plan)],
    ["content", plan.content === undefined ? "not recorded" : shortHash(plan.content.hash)],
    ["plan", describePlan(plan)],
    ...(plan.models === undefined ? [] : [["models", describeModels(plan.models)] as [string, string]]),
    ["limits", describeLimits(plan.limits)],
    ...describeUnrehearsed(plan),
    ["sandbox", `${plan.sandbox.name}, network ${plan.sandbox.network}`],
    ["data", plan.dataDirectory],
    ["created", `${plan.createdAt} by version ${plan.version}`],
    ["host", describeHost(group)],
    ["runs", describeCounts(countRuns(group.runs, group.host.alive))],
  ];
}

function describeUnrehearsed({ rehearsals }: GroupState["plan"]): [string, string][] {
  const reasons = Object.values(rehearsals?.impossible ?? {});
  return reasons.length === 0 ? [] : [["rehearsals", reasons.join("\n")]];
}

function runTable(runs: readonly ShownRun[]): StyledText {
  return formatTable(
    ["run", "state", "score", "medal", "percentile", "time", "CPU time", "peak memory", "attempt", "reason"],
    runs.map(({ run, grade, reason }) => [
      run.id,
      run.end ?? run.state,
      formatScore(run),
      run.medal ?? "-",
      formatPercentile(grade),
      run.elapsedMs === null ? "-" : formatClock(run.elapsedMs),
      formatCpuTime(run),
      formatPeakMemory(run),
      describeAttempt(run),
      reason,
    ]),
  );
}

function describePlan({ competitions, seeds, edition }: GroupState["plan"]): string {
  const count = (list: readonly unknown[], what: string): string => `${list.length} ${what}${plural(list.length)}`;
  return `${count(competitions, "competition")} x ${count(seeds, "seed")}, edition ${edition}`;
}
