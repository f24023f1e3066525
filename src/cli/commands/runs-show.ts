import { resolve } from "node:path";
import { shownScore } from "../../grade/report.ts";
import { UsageError } from "../../lib/errors.ts";
import { summarizeGroup } from "../../results/summarize-group.ts";
import type { GroupPlan } from "../../runs/record/group-plan.ts";
import { countRuns } from "../../runs/state/count-runs.ts";
import { defaultRunDirectory, findRuns } from "../../runs/state/find-runs.ts";
import { type RunGrade, readGrade } from "../../runs/state/read-grade.ts";
import { type GroupState, type RunStatus, readGroup } from "../../runs/state/read-group.ts";
import { exitCodes } from "../exit-codes.ts";
import { groupDetailsJson } from "../json/group-json.ts";
import { runDetailsJson } from "../json/run-json.ts";
import { formatFields, formatTable, print, printJson } from "../output.ts";
import { describeLimits } from "../views/describe-limits.ts";
import { firstLine, formatClock } from "../views/format-run.ts";
import { formatResults } from "../views/results-table.ts";
import { describeCounts } from "../views/run-view.ts";
import { stateOf } from "./ps.ts";
import type { RunsShowOptions } from "./runs-show.options.ts";

/** Shows groups, compared in one table when there are several, or one run. */
export function run(names: readonly string[], options: RunsShowOptions): number {
  const directory = resolve(options.runDir ?? defaultRunDirectory());
  const found = names.map((name) => findRuns(name, directory));
  const [first] = found;
  if (first?.kind === "run") {
    if (found.length > 1) throw new UsageError("Give one run, or one or more run groups.");
    if (first.group === null) throw new UsageError(`${first.folder} is not in a run group.`);
    showRun(readGroup(first.group), first.run, options.json === true);
    return exitCodes.done;
  }
  const groups = found.map((each) => {
    if (each.kind === "group") return readGroup(each.group);
    throw new UsageError("Give one run, or one or more run groups.");
  });
  const summaries = groups.map(summarizeGroup);
  if (options.json) {
    printJson(groups.map((group, index) => groupDetailsJson(group, summaries[index]!, gradeOf)));
    return exitCodes.done;
  }
  const [only, ...others] = groups;
  if (only !== undefined && others.length === 0) {
    print(`${formatFields(only.plan.name, groupFields(only))}\n\n${runTable(only.runs)}\n`);
  }
  print(formatResults(summaries));
  return exitCodes.done;
}

function groupFields(group: GroupState): [string, string][] {
  const { plan } = group;
  return [
    ["folder", group.folder],
    ["agent", describeAgent(plan)],
    ["plan", `${plan.competitions.length} competitions x ${plan.seeds.length} seeds, edition ${plan.edition}`],
    ["limits", describeLimits(plan.limits)],
    ["sandbox", `${plan.sandbox.name}, network ${plan.sandbox.network}`],
    ["data", plan.dataDirectory],
    ["created", `${plan.createdAt} by version ${plan.version}`],
    ["host", stateOf(group)],
    ["runs", describeCounts(countRuns(group.runs, group.host.alive))],
  ];
}

/** Of mappings, such as environment variables, only the names: values may be long, or private. */
function describeAgent({ agent: { name, label, settings } }: GroupPlan): string {
  const parts = Object.entries(settings).flatMap(([key, value]) => {
    const shown = typeof value === "object" && value !== null ? listed(value) : JSON.stringify(value);
    return shown === "" ? [] : [`${key}=${shown}`];
  });
  return `${label === name ? "" : `${label}: `}${[name, ...parts].join(" ")}`;
}

function listed(value: object): string {
  if (Array.isArray(value)) return value.length === 0 ? "" : JSON.stringify(value);
  return Object.keys(value).join(",");
}

function runTable(runs: readonly RunStatus[]): string {
  return formatTable(
    ["run", "state", "score", "medal", "percentile", "time", "attempt", "reason"],
    runs.map((each) => {
      const percentile = percentileOf(gradeOf(each));
      return [
        each.id,
        each.end ?? each.state,
        each.score === null ? "-" : String(each.score),
        each.medal ?? "-",
        percentile === null ? "-" : percentile.toFixed(1),
        each.elapsedMs === null ? "-" : formatClock(each.elapsedMs),
        each.attempt > 0 ? String(each.attempt) : "-",
        each.end === "finished" || each.end === null ? "" : firstLine(each.reason ?? "").slice(0, 80),
      ];
    }),
  );
}

function showRun(group: GroupState, id: string, json: boolean): void {
  const found = group.runs.find((each) => each.id === id);
  if (found === undefined) throw new UsageError(`${id} is not a run of ${group.plan.name}.`);
  const grade = gradeOf(found);
  if (json) {
    printJson(runDetailsJson(group.plan.name, found, grade));
    return;
  }
  const percentile = percentileOf(grade);
  const fields: [string, string][] = [
    ["group", group.plan.name],
    ["folder", found.folder],
    ["competition", `${found.competitionId}, seed ${found.seed}`],
    ["agent", describeAgent(group.plan)],
    ["state", found.end ?? found.state],
    ...(found.reason === null ? [] : [["reason", found.reason] as [string, string]]),
    ["attempt", String(found.attempt)],
    ["started", found.startedAt ?? "-"],
    ["time", found.elapsedMs === null ? "-" : formatClock(found.elapsedMs)],
    ["submission", found.submission ? (found.valid === false ? "yes, invalid" : "yes") : "no"],
    ["score", String(found.score ?? (grade && shownScore(grade.report)) ?? "-")],
    ["medal", found.medal ?? "-"],
    ["percentile", percentile === null ? "-" : percentile.toFixed(1)],
    ...(found.lastOutput === null ? [] : [["last output", found.lastOutput] as [string, string]]),
  ];
  const failure = grade?.report.extra.failure;
  if (failure) fields.push(["problem", failure.reason]);
  print(formatFields(found.id, fields));
  if (grade !== null && grade.candidates.length > 0) print(`\n${candidateTable(grade)}`);
}

/** The score over time. */
function candidateTable({ candidates }: RunGrade): string {
  return formatTable(
    ["candidate", "after", "score", "medal", "sha256"],
    candidates.map(({ file, elapsedMs, score, valid, medal, sha256 }) => [
      file,
      formatClock(elapsedMs),
      score === null ? (valid ? "not finite" : "invalid") : String(score),
      medal ?? "-",
      sha256.slice(0, 16),
    ]),
  );
}

function gradeOf({ state, folder }: RunStatus): RunGrade | null {
  return state === "ended" || state === "graded" ? readGrade(folder) : null;
}

function percentileOf(grade: RunGrade | null): number | null {
  return grade?.report.extra.percentile ?? null;
}
