import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { HostSettings } from "../runs/group-plan.ts";
import { type GroupState, readGroup } from "../runs/read-group.ts";
import { groupFiles } from "../runs/run-folder.ts";
import { startHost } from "../runs/start-group.ts";
import { summarizeGroup } from "../runs/summarize-group.ts";
import { settledEnds } from "../runs/unfinished-runs.ts";
import { watchGroup } from "../runs/watch-group.ts";
import { exitCodes } from "./exit-codes.ts";
import { note, print, printJson } from "./output.ts";
import { formatResults } from "./results-table.ts";
import { type FollowEnd, followGroup } from "./run-view.ts";

/**
 * Has a group executed and shows it until its host ends, then prints the results. An interrupt stops the group, a second
 * one leaves it alone; a terminal that goes away leaves it running.
 */
export async function conductGroup(
  folder: string,
  settings: HostSettings,
  options: { json: boolean },
): Promise<number> {
  // Before the host starts, so that nothing it does is missed.
  const watch = watchGroup(folder);
  await startHost(folder, settings);
  const leaving = new AbortController();
  const release = onSignals(folder, leaving);
  try {
    const budget = settings.budgetMs === undefined ? {} : { budgetMs: settings.budgetMs };
    const { end } = await followGroup(watch, { signal: leaving.signal, ...budget });
    if (end === "left") note(`The group goes on. See \`mlebench ps\`, \`mlebench stop ${folder}\`.`);
    if (end === "died") note(`${lastWords(folder)}Run the same command again to continue.`);
    return showResults(folder, end, options);
  } finally {
    release();
  }
}

/** Prints a group's results and says how the command ends. */
export function showResults(folder: string, end: FollowEnd, options: { json: boolean }): number {
  const group = readGroup(folder);
  const summary = summarizeGroup(group);
  if (options.json) printJson(summary);
  else print(formatResults([summary]));
  if (end === "died") return exitCodes.ourFailure;
  return isGood(group) ? exitCodes.done : exitCodes.failedItems;
}

/** Everything was done and can be graded. */
function isGood({ runs }: GroupState): boolean {
  return runs.every(
    ({ end, valid }) => end !== null && settledEnds.includes(end) && end !== "agent-error" && valid === true,
  );
}

function onSignals(folder: string, leaving: AbortController): () => void {
  let asked = false;
  const stop = (): void => {
    if (asked) leaving.abort();
    if (asked) return;
    asked = true;
    writeFileSync(join(folder, groupFiles.stop), "");
    note("Stopping: agents are asked to end. Once more leaves the group to itself.");
  };
  const leave = (): void => leaving.abort();
  process.on("SIGINT", stop).on("SIGTERM", stop).on("SIGHUP", leave);
  return () => {
    process.off("SIGINT", stop).off("SIGTERM", stop).off("SIGHUP", leave);
  };
}

/** The end of what a host printed before it died. */
function lastWords(folder: string): string {
  const log = join(folder, groupFiles.log);
  const lines = existsSync(log) ? readFileSync(log, "utf8").trimEnd().split("\n").slice(-5) : [];
  const said = lines.filter(Boolean).map((line) => `  ${line}\n`);
  return `The process that executed the group is gone.\n${said.join("")}`;
}
