import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { UsageError } from "../../lib/errors.ts";
import { isLocked } from "../../lib/files/lock-file.ts";
import { readLastEvent } from "../../lib/journal/read-journal.ts";
import type { RunEvent } from "../../runs/record/run-events.ts";
import { groupFiles, runFiles } from "../../runs/record/run-folder.ts";
import { defaultRunDirectory, type FoundRuns, findRuns } from "../../runs/state/find-runs.ts";
import { exitCodes } from "../exit-codes.ts";
import { FollowedFile } from "../follow-file.ts";
import { printGroupLogs } from "../logs/print-group-logs.ts";
import { attemptOf, RunLog } from "../logs/run-log.ts";
import { note } from "../output.ts";
import { jsonWriter, textWriter } from "../views/log-writer.ts";
import type { LogsOptions } from "./logs.options.ts";

const intervalMs = 200;

/** Prints the output of a run's agent, of all agents of a group, or of the group's host. */
export async function run(name: string, options: LogsOptions): Promise<number> {
  const found = findRuns(name, resolve(options.runDir ?? defaultRunDirectory()));
  const shown = { follow: options.follow ?? false, json: options.json ?? false };
  if (options.host) await printHostLog(found, name, shown);
  else if (found.kind === "group") await printGroupLogs(found.group, shown);
  else await printRunLog(found, name, shown);
  return exitCodes.done;
}

interface Shown {
  readonly follow: boolean;
  readonly json: boolean;
}

async function printRunLog(found: Extract<FoundRuns, { kind: "run" }>, name: string, shown: Shown): Promise<void> {
  const { folder, group, run: id } = found;
  const ended = () => readLastEvent<RunEvent>(join(folder, runFiles.events))?.type === "ended";
  const log = new RunLog(name, folder, shown.json ? jsonWriter(id, () => attemptOf(folder)) : textWriter());
  await readUntil(log, () => !shown.follow || ended() || !isHosted(group));
  if (!log.exists) note(`${name} has printed nothing${ended() ? "" : " yet"}.`);
  const attempts = join(folder, runFiles.attempts);
  if (existsSync(attempts)) note(`Output of interrupted attempts: ${join(attempts, "*", runFiles.output)}`);
  if (shown.follow && !ended()) note(`${name} has not ended, but its host is gone.`);
}

async function printHostLog({ group }: FoundRuns, name: string, shown: Shown): Promise<void> {
  if (group === null) throw new UsageError(`${name} is not part of a run group, so it has no host.`);
  const writer = shown.json ? jsonWriter(null, () => null) : textWriter();
  const file = new FollowedFile(join(group, groupFiles.log), { onChunk: writer.push, onReplaced: writer.startAttempt });
  const log = {
    read: () => file.read(),
    close: () => {
      file.close();
      writer.end();
    },
  };
  await readUntil(log, () => !shown.follow || !isHosted(group));
  if (!file.exists) note(`${name} has had no host yet.`);
}

/** Reads a log until it is complete. That is checked before reading, so that everything printed until then is read. */
async function readUntil(log: { read(): void; close(): void }, isComplete: () => boolean): Promise<void> {
  try {
    for (let isOver = false; !isOver; ) {
      isOver = isComplete();
      log.read();
      if (!isOver) await setTimeout(intervalMs);
    }
  } finally {
    log.close();
  }
}

function isHosted(group: string | null): boolean {
  return group !== null && isLocked(join(group, groupFiles.lock));
}
