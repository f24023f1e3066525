import { countRuns } from "../../runs/state/count-runs.ts";
import type { RunGrade } from "../../runs/state/read-grade.ts";
import type { GroupState, RunStatus } from "../../runs/state/read-group.ts";
import { formatFields, formatTable } from "../output.ts";
import { describeAgent } from "./describe-agent.ts";
import { describeLimits } from "./describe-limits.ts";
import { describeHost, firstLine, formatClock, formatPercentile } from "./format-run.ts";
import { describeCounts } from "./run-view.ts";

/** A run group: its plan, and a line for each run. */
export function formatGroup(group: GroupState, gradeOf: (run: RunStatus) => RunGrade | null): string {
  return `${formatFields(group.plan.name, fieldsOf(group))}\n\n${runTable(group.runs, gradeOf)}`;
}

function fieldsOf(group: GroupState): [string, string][] {
  const { plan } = group;
  return [
    ["folder", group.folder],
    ["agent", describeAgent(plan)],
    ["plan", `${plan.competitions.length} competitions x ${plan.seeds.length} seeds, edition ${plan.edition}`],
    ["limits", describeLimits(plan.limits)],
    ["sandbox", `${plan.sandbox.name}, network ${plan.sandbox.network}`],
    ["data", plan.dataDirectory],
    ["created", `${plan.createdAt} by version ${plan.version}`],
    ["host", describeHost(group)],
    ["runs", describeCounts(countRuns(group.runs, group.host.alive))],
  ];
}

function runTable(runs: readonly RunStatus[], gradeOf: (run: RunStatus) => RunGrade | null): string {
  return formatTable(
    ["run", "state", "score", "medal", "percentile", "time", "attempt", "reason"],
    runs.map((run) => [
      run.id,
      run.end ?? run.state,
      String(run.score ?? "-"),
      run.medal ?? "-",
      formatPercentile(gradeOf(run)),
      run.elapsedMs === null ? "-" : formatClock(run.elapsedMs),
      run.attempt > 0 ? String(run.attempt) : "-",
      run.end === "finished" || run.end === null ? "" : firstLine(run.reason ?? "").slice(0, 80),
    ]),
  );
}
