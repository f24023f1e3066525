import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { formatSeconds } from "../lib/format-seconds.ts";
import { summarizeGroup } from "../results/summarize-group.ts";
import { hostLogTail, lastHostEnd, startHost } from "../runs/execution/start-group.ts";
import type { HostSettings } from "../runs/record/group-plan.ts";
import { groupFiles } from "../runs/record/run-folder.ts";
import { type GroupState, readGroup } from "../runs/state/read-group.ts";
import { watchGroup } from "../runs/state/watch-group.ts";
import { exitCodes } from "./exit-codes.ts";
import { summaryJson } from "./json/summary-json.ts";
import { note, print, printJson } from "./output.ts";
import { formatResults } from "./views/results-table.ts";
import { type FollowEnd, followGroup } from "./views/run-view.ts";

/**
 * Has a group executed and shows it until its host ends, then prints the results. An interrupt stops the group, a second
 * one leaves it alone; a terminal that goes away leaves it running.
 */
export async function runGroup(folder: string, settings: HostSettings, options: { json: boolean }): Promise<number> {
  // Before the host starts, so that nothing it does is missed.
  const watch = watchGroup(folder);
  const endBefore = lastHostEnd(folder);
  const interrupts = onSignals(folder);
  try {
    await startHost(folder, settings);
    // It came while no host was there to see it.
    if (interrupts.asked()) askToStop(folder);
    const { budgetMs } = settings;
    const { end } = await followGroup(watch, {
      signal: interrupts.leaving,
      endBefore,
      ...(budgetMs === undefined ? {} : { budgetMs }),
    });
    if (end === "left") {
      note(`The group is left to itself: see \`mlebench ps --run-dir ${dirname(folder)}\`.`);
      return exitCodes.interrupted;
    }
    if (end === "died") {
      note(
        `The process that executed the group is gone.\n${hostLogTail(folder)}Run the same command again to continue.`,
      );
    }
    if (end === "stopped") note("The group was stopped; the same command continues it.");
    if (end === "budget") {
      note(
        `The budget of ${formatSeconds(budgetMs! / 1000)} is used up; the same command with a larger one continues.`,
      );
    }
    const exitCode = showResults(folder, end, options);
    return interrupts.asked() && end === "stopped" ? exitCodes.interrupted : exitCode;
  } finally {
    interrupts.release();
  }
}

/** Prints a group's results and says how the command ends. */
export function showResults(folder: string, end: FollowEnd, options: { json: boolean }): number {
  const group = readGroup(folder);
  const summary = summarizeGroup(group);
  if (options.json) printJson(summaryJson(summary));
  else print(formatResults([summary]));
  if (end === "died") return exitCodes.ourFailure;
  return isGood(group) ? exitCodes.done : exitCodes.failedItems;
}

/** Everything was done and can be graded. */
function isGood({ runs }: GroupState): boolean {
  return runs.every(({ end, valid }) => (end === "finished" || end === "limit") && valid === true);
}

function askToStop(folder: string): void {
  writeFileSync(join(folder, groupFiles.stop), "");
}

function onSignals(folder: string) {
  const leaving = new AbortController();
  let asked = false;
  const stop = (): void => {
    if (asked) leaving.abort();
    if (asked) return;
    asked = true;
    askToStop(folder);
    note("Stopping: the agents are asked to end. Interrupt again to leave without waiting for that.");
  };
  const leave = (): void => leaving.abort();
  process.on("SIGINT", stop).on("SIGTERM", stop).on("SIGHUP", leave);
  return {
    leaving: leaving.signal,
    asked: () => asked,
    release: () => process.off("SIGINT", stop).off("SIGTERM", stop).off("SIGHUP", leave),
  };
}
