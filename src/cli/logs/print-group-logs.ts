import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { runFiles } from "../../runs/record/run-folder.ts";
import type { RunStatus } from "../../runs/state/read-group.ts";
import { watchGroup } from "../../runs/state/watch-group.ts";
import { note } from "../output.ts";
import { jsonWriter, prefixWriter } from "../views/log-writer.ts";
import { attemptOf, RunLog } from "./run-log.ts";

const intervalMs = 200;

interface GroupLogOptions {
  readonly follow: boolean;
  readonly json: boolean;
}

/**
 * Prints the logs of a group's runs, each line with its run: first those of runs that have ended, one after the other, then, as
 * they grow, those that are being written. Files are open only while their runs are under way.
 */
export async function printGroupLogs(folder: string, { follow, json }: GroupLogOptions): Promise<void> {
  const watch = watchGroup(folder);
  const logs = new Map<string, RunLog>();
  const complete = new Set<string>();
  let { group } = watch.poll();
  const width = group.runs.reduce((most, { id }) => Math.max(most, id.length), 0);
  const open = ({ id, folder: place }: RunStatus): RunLog => {
    const writer = json ? jsonWriter(id, () => attemptOf(place)) : prefixWriter(`${id.padEnd(width)} | `);
    const log = new RunLog(id, place, writer);
    logs.set(id, log);
    return log;
  };
  let printed = false;
  try {
    for (;;) {
      // What the runs' states say was read before their logs, so the log of a run that has ended is complete.
      for (const run of group.runs) {
        if (run.state === "planned" || complete.has(run.id)) continue;
        const log = logs.get(run.id) ?? open(run);
        log.read();
        printed ||= log.exists;
        if (follow && run.state !== "ended") continue;
        log.close();
        logs.delete(run.id);
        complete.add(run.id);
      }
      if (!follow || !group.host.alive) break;
      await setTimeout(intervalMs);
      ({ group } = watch.poll());
    }
  } finally {
    for (const log of logs.values()) log.close();
  }
  if (!printed) note(`The runs of ${group.plan.name} have printed nothing yet.`);
  if (group.runs.some((run) => existsSync(join(run.folder, runFiles.attempts)))) {
    note(`Output of interrupted attempts: ${join(folder, "*", runFiles.attempts, "*", runFiles.output)}`);
  }
}
