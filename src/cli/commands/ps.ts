import { join, resolve } from "node:path";
import { isLocked } from "../../lib/files/lock-file.ts";
import { groupFiles } from "../../runs/record/run-folder.ts";
import { countRuns, isRunning } from "../../runs/state/count-runs.ts";
import { defaultRunDirectory, listGroups } from "../../runs/state/find-runs.ts";
import { type GroupState, readGroup } from "../../runs/state/read-group.ts";
import { isIsolated } from "../../sandboxes/index.ts";
import { exitCodes } from "../exit-codes.ts";
import { activeGroupJson } from "../json/group-json.ts";
import { formatTable, note, print, printJson } from "../output.ts";
import { bold, styled } from "../styled-text.ts";
import { describeHost, formatClock, formatCpuTime, formatPeakMemory, withIsolation } from "../views/format-run.ts";
import { standingLines } from "../views/search-lines.ts";
import type { PsOptions } from "./ps.options.ts";

export async function run(options: PsOptions): Promise<number> {
  const directory = resolve(options.runDir ?? defaultRunDirectory());
  const groups: GroupState[] = [];
  for (const name of listGroups(directory)) {
    const folder = join(directory, name);
    if (!options.all && !isLocked(join(folder, groupFiles.lock))) continue;
    try {
      const group = readGroup(folder);
      if (options.all || group.host.alive) groups.push(group);
    } catch (error) {
      note(`${name}: ${(error as Error).message}`);
    }
  }
  if (options.json) {
    printJson(groups.map(activeGroupJson));
  } else if (groups.length === 0) {
    note(
      options.all
        ? `There are no run groups in ${directory}.`
        : `No run group is running in ${directory}. Use --all to include the others.`,
    );
  } else await show(groups);
  return exitCodes.done;
}

async function show(groups: readonly GroupState[]): Promise<void> {
  const rows = groups.map((group) => {
    const counts = countRuns(group.runs, group.host.alive);
    const { total, done, running, failed, cancelled, ungraded, waiting, noSubmission, invalid } = counts;
    const name = withIsolation(group.plan.name, isIsolated(group.plan.sandbox.name));
    const states = [running, waiting, done, failed, cancelled, ungraded, total];
    return [name, describeHost(group), ...states, noSubmission, invalid];
  });
  const states = ["running", "waiting", "done", "failed", "cancelled", "ungraded", "runs"];
  print(formatTable(["group", "host", ...states, "no submission", "invalid"], rows));
  const active = groups.flatMap((group) => group.runs.filter((each) => isRunning(each, group.host.alive)));
  if (active.length === 0) return;
  print("");
  print(
    formatTable(
      ["run", "state", "elapsed", "left", "CPU time", "peak memory", "submission", "last output"],
      active.map((each) => [
        each.id,
        each.state,
        each.elapsedMs === null ? "-" : formatClock(each.elapsedMs),
        each.leftMs === null ? "-" : formatClock(each.leftMs),
        formatCpuTime(each),
        formatPeakMemory(each),
        each.submission ? "yes" : "no",
        each.lastOutput ?? "",
      ]),
    ),
  );
  await showSearches(groups);
}

/** Where the searches among the active runs stand. */
async function showSearches(groups: readonly GroupState[]): Promise<void> {
  const { searches } = await import("../../agents/index.ts");
  const searching = groups.filter(({ plan }) => searches(plan.agent.name));
  const active = searching.flatMap(({ runs, host }) => runs.filter((each) => isRunning(each, host.alive)));
  if (active.length === 0) return;
  const { readSearch } = await import("../../runs/state/read-search.ts");
  for (const { id, folder } of active) {
    const [best, budget] = standingLines(readSearch(folder));
    print(styled`\n${bold(id)}\n  ${best}\n  ${budget}`);
  }
}
