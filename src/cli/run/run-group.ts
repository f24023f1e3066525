import { basename, dirname } from "node:path";
import { searches } from "../../agents/index.ts";
import { isDiskFullAt } from "../../lib/files/free-disk-bytes.ts";
import { formatDollars } from "../../lib/format-dollars.ts";
import { formatSeconds } from "../../lib/format-seconds.ts";
import { summarizeGroup } from "../../results/summarize-group.ts";
import { requestStop } from "../../runs/execution/request-stop.ts";
import { hostLogTail, lastHostEnd, startHost } from "../../runs/execution/start-host.ts";
import type { HostSettings } from "../../runs/record/group-plan.ts";
import { type GroupState, readGroup } from "../../runs/state/read-group.ts";
import { watchGroup } from "../../runs/state/watch-group.ts";
import { exitCodes } from "../exit-codes.ts";
import { summaryJson } from "../json/summary-json.ts";
import { note, print, printJson } from "../output.ts";
import { type FollowEnd, followGroup } from "../views/follow-group.ts";
import { formatResults } from "../views/results-table.ts";
import { shownPath } from "../views/shown-path.ts";
import { stopOnInterrupt } from "./interrupts.ts";

/**
 * Starts the host of a group, shows the group until the host ends, then prints the results. Ctrl-C stops the group, a second
 * Ctrl-C returns without waiting for that; a group outlives the terminal.
 */
export async function runGroup(
  folder: string,
  settings: HostSettings,
  show: (folder: string, end: FollowEnd) => number | Promise<number>,
): Promise<number> {
  // Before the host starts, so that nothing it does is missed.
  const watch = watchGroup(folder, searches);
  const endBefore = lastHostEnd(folder);
  const interrupts = stopOnInterrupt(folder);
  try {
    await startHost(folder, settings);
    // The request came before there was a host to see it.
    if (interrupts.asked()) requestStop(folder);
    const { budgetMs } = settings;
    const { end } = await followGroup(watch, {
      signal: interrupts.leaving,
      endBefore,
      ...(budgetMs === undefined ? {} : { budgetMs }),
    });
    const explanation = await explainEnd(end, folder, settings);
    if (explanation !== null) note(explanation);
    if (end === "left") return exitCodes.interrupted;
    const exitCode = await show(folder, end);
    return interrupts.asked() && end === "stopped" ? exitCodes.interrupted : exitCode;
  } finally {
    interrupts.release();
  }
}

async function explainEnd(end: FollowEnd, folder: string, settings: HostSettings): Promise<string | null> {
  switch (end) {
    case "complete":
      return null;
    case "left":
      return `Not waiting for ${basename(folder)}: see \`mlebench ps --run-dir ${shownPath(dirname(folder))}\`.`;
    case "died": {
      if (await isDiskFullAt(folder)) {
        return `The disk of ${folder} is full. Free some space, then run the same command again to continue.`;
      }
      const log = hostLogTail(folder);
      const shown = log === "" ? "" : `Its log ends with:\n${log}`;
      return `The host of the group exited unexpectedly.\n${shown}Run the same command again to continue.`;
    }
    case "stopped":
      return "The group was stopped. Run the same command again to continue.";
    case "budget":
      return explainBudget(settings);
  }
}

function explainBudget({ budgetMs, budgetCost }: HostSettings): string {
  const budgets = [
    ...(budgetMs === undefined ? [] : [{ amount: formatSeconds(budgetMs / 1000), option: "--budget" }]),
    ...(budgetCost === undefined ? [] : [{ amount: formatDollars(budgetCost), option: "--budget-cost" }]),
  ];
  const amounts = budgets.map(({ amount }) => amount).join(" or ");
  const options = budgets.map(({ option }) => option).join(" or ");
  return `The budget of ${amounts} is used up. Run the same command with a larger ${options} to continue.`;
}

/** Prints the results of a group whose host has ended, and returns the exit code. */
export type ShowResults = (folder: string, end: FollowEnd, options: { json: boolean }) => number | Promise<number>;

export const showResults: ShowResults = (folder, end, options) => {
  const group = readGroup(folder);
  const summary = summarizeGroup(group);
  if (options.json) printJson(summaryJson(summary));
  else print(formatResults([summary]));
  return exitCodeAfter(group, end);
};

/** The exit code of a command that ran a group. Says where to look when a run has no valid submission. */
export function exitCodeAfter(group: GroupState, end: FollowEnd): number {
  if (end === "died") return exitCodes.ourFailure;
  if (hasOnlyValidRuns(group)) return exitCodes.done;
  note(`\`mlebench runs show ${shownPath(group.folder)}\` says why.`);
  return exitCodes.failedItems;
}

/** Whether every run has ended with a valid submission. */
function hasOnlyValidRuns({ runs }: GroupState): boolean {
  return runs.every(({ end, valid }) => (end === "finished" || end === "limit") && valid === true);
}
