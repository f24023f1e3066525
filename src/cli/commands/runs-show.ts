import { resolve } from "node:path";
import { UsageError } from "../../lib/errors.ts";
import { type PooledSummary, poolGroups } from "../../results/pool-groups.ts";
import { summarizeGroup } from "../../results/summarize-group.ts";
import { defaultRunDirectory, findRuns } from "../../runs/state/find-runs.ts";
import { type RunGrade, readGrade } from "../../runs/state/read-grade.ts";
import { type GroupState, type RunStatus, readGroup } from "../../runs/state/read-group.ts";
import { exitCodes } from "../exit-codes.ts";
import { groupDetailsJson } from "../json/group-json.ts";
import { runDetailsJson } from "../json/run-json.ts";
import { pooledJson } from "../json/summary-json.ts";
import { print, printJson } from "../output.ts";
import { showSearch } from "../show-search.ts";
import { styled } from "../styled-text.ts";
import { formatGroup } from "../views/group-details.ts";
import { formatPooled, formatResults } from "../views/results-table.ts";
import { formatRun } from "../views/run-details.ts";
import type { RunsShowOptions } from "./runs-show.options.ts";

/** Shows groups, compared in one table when there are several, or one run. */
export async function run(names: readonly string[], options: RunsShowOptions): Promise<number> {
  requireTree(options);
  const directory = resolve(options.runDir ?? defaultRunDirectory());
  const found = names.map((name) => findRuns(name, directory));
  const [first] = found;
  if (first?.kind === "run") {
    if (found.length > 1) throw new UsageError("Give one run, or one or more run groups.");
    if (first.group === null) throw new UsageError(`${first.folder} is not part of a run group.`);
    const group = readGroup(first.group);
    if (options.tree) await showSearch(group, runOf(group, first.run), options);
    else showRun(group, first.run, options.json === true);
    return exitCodes.done;
  }
  const groups = found.map((each) => {
    if (each.kind === "group") return readGroup(each.group);
    throw new UsageError("Give one run, or one or more run groups.");
  });
  if (options.tree) return await showOnlyTree(groups, options);
  if (options.pooled) {
    showPooled(poolGroups(groups, { allowDifferences: options.allowDifferences ?? false }), options.json === true);
    return exitCodes.done;
  }
  const summaries = groups.map(summarizeGroup);
  if (options.json) {
    printJson(groups.map((group, index) => groupDetailsJson(group, summaries[index]!, gradeOf)));
    return exitCodes.done;
  }
  const [only, ...others] = groups;
  if (only !== undefined && others.length === 0) {
    print(styled`${formatGroup(only, gradeOf)}\n`);
  }
  print(formatResults(summaries));
  return exitCodes.done;
}

function showPooled(pooled: PooledSummary, json: boolean): void {
  if (json) printJson(pooledJson(pooled));
  else print(formatPooled(pooled));
}

/** @throws UsageError for options that only go with --tree. */
function requireTree({ tree, format, output, force }: RunsShowOptions): void {
  const [alone] = [format && "--format", output && "--output", force && "--force"].filter(Boolean);
  if (!tree && alone !== undefined) throw new UsageError(`${alone} goes with --tree.`);
}

/** A group with a single run stands for it. */
async function showOnlyTree(groups: readonly GroupState[], options: RunsShowOptions): Promise<number> {
  const [group] = groups;
  const [only] = group?.runs ?? [];
  if (groups.length !== 1 || group?.runs.length !== 1) {
    const example = only === undefined ? "GROUP/RUN" : `${group!.plan.name}/${only.id}`;
    throw new UsageError(`--tree shows one run: name it, such as ${example}.`);
  }
  await showSearch(group, only!, options);
  return exitCodes.done;
}

function runOf(group: GroupState, id: string): RunStatus {
  const found = group.runs.find((each) => each.id === id);
  if (found === undefined) throw new UsageError(`${id} is not a run of ${group.plan.name}.`);
  return found;
}

function showRun(group: GroupState, id: string, json: boolean): void {
  const found = runOf(group, id);
  const grade = gradeOf(found);
  if (json) printJson(runDetailsJson(group.plan.name, found, grade));
  else print(formatRun(group, found, grade));
}

function gradeOf({ state, folder }: RunStatus): RunGrade | null {
  return state === "ended" || state === "graded" ? readGrade(folder) : null;
}
