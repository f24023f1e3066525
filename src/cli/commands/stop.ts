import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { UsageError } from "../../lib/errors.ts";
import { requestStop } from "../../runs/execution/request-stop.ts";
import { groupFiles, runFiles } from "../../runs/record/run-folder.ts";
import { countRuns } from "../../runs/state/count-runs.ts";
import { defaultRunDirectory, type FoundRuns, findRuns } from "../../runs/state/find-runs.ts";
import { readGroup } from "../../runs/state/read-group.ts";
import { watchGroup } from "../../runs/state/watch-group.ts";
import { exitCodes } from "../exit-codes.ts";
import { type StopOutcome, stopJson } from "../json/stop-json.ts";
import { note, printJson } from "../output.ts";
import { describeEnd } from "../views/format-run.ts";
import type { StopOptions } from "./stop.options.ts";

export async function run(name: string, options: StopOptions): Promise<number> {
  const found = findRuns(name, resolve(options.runDir ?? defaultRunDirectory()));
  const { group } = found;
  if (group === null) throw new UsageError(`${name} is not part of a run group, so no host is running it.`);
  const { outcome, message } = found.kind === "group" ? stopGroup(group) : stopRun(found);
  note(message);
  const isWaiting = options.wait === true && outcome !== "nothing-runs";
  if (isWaiting) await waitFor(group, found.kind === "run" ? found.run : null);
  if (options.json) printJson(stopJson(found, outcome, isWaiting));
  return exitCodes.done;
}

function stopGroup(folder: string): { outcome: StopOutcome; message: string } {
  const group = readGroup(folder);
  const { name } = group.plan;
  // A request that no host sees now would stop the next one at once.
  if (!group.host.alive)
    return { outcome: "nothing-runs", message: `${name}: not running, so there is nothing to stop.` };
  const { running, waiting } = countRuns(group.runs, true);
  const what = `${running} running run${running === 1 ? "" : "s"} will end as cancelled, ${waiting} will not start`;
  return request(join(folder, groupFiles.stop), name, what, () => requestStop(folder));
}

function stopRun({ group: folder, run: id, folder: place }: Extract<FoundRuns, { kind: "run" }>): {
  outcome: StopOutcome;
  message: string;
} {
  const group = readGroup(folder!);
  const run = group.runs.find((each) => each.id === id);
  if (run === undefined) throw new UsageError(`${id} is not a run of ${group.plan.name}.`);
  if (run.state === "ended") {
    return { outcome: "nothing-runs", message: `${id}: already ended: ${describeEnd(run)}.` };
  }
  if (!group.host.alive) {
    return { outcome: "nothing-runs", message: `${id}: it is ${run.state}, and no host is running its group.` };
  }
  const what = run.state === "planned" ? "it will not start" : "it will end as cancelled";
  const file = join(place, runFiles.stop);
  return request(file, id, `${what}; the other runs continue`, () => {
    mkdirSync(place, { recursive: true });
    writeFileSync(file, "");
  });
}

function request(file: string, name: string, what: string, ask: () => void): { outcome: StopOutcome; message: string } {
  if (existsSync(file)) return { outcome: "already-requested", message: `${name}: already asked to stop; ${what}.` };
  ask();
  return {
    outcome: "requested",
    message: `${name}: asked to stop; ${what}. Submissions are kept. Run the same command again to continue.`,
  };
}

/** Waits until the host has exited or the run has ended. Ctrl-C ends the waiting, not the request. */
async function waitFor(folder: string, id: string | null): Promise<void> {
  for (const watch = watchGroup(folder); ; await setTimeout(250)) {
    const { group } = watch.poll();
    const run = group.runs.find((each) => each.id === id);
    if (run?.state === "ended") return note(`${run.id}: ${describeEnd(run)}`);
    if (group.host.alive) continue;
    const { done, failed, cancelled, ungraded, total } = countRuns(group.runs, false);
    const unknown = ungraded === 0 ? "" : `, ${ungraded} ungraded`;
    const counts = `${done} done, ${failed} failed, ${cancelled} cancelled${unknown} of ${total}`;
    return note(`${group.plan.name}: stopped; ${counts}`);
  }
}
