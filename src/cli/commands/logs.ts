import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { isLocked } from "../../lib/files/lock-file.ts";
import { readLastEvent } from "../../lib/journal/read-journal.ts";
import type { RunEvent } from "../../runs/record/run-events.ts";
import { groupFiles, runFiles } from "../../runs/record/run-folder.ts";
import { defaultRunDirectory, findRuns } from "../../runs/state/find-runs.ts";
import { exitCodes } from "../exit-codes.ts";
import { FollowedFile } from "../follow-file.ts";
import { note } from "../output.ts";
import { jsonWriter, textWriter } from "../views/log-writer.ts";
import type { LogsOptions } from "./logs.options.ts";

const intervalMs = 200;

/** Prints the output of a run's agent, or for a group the log of its host. */
export async function run(name: string, options: LogsOptions): Promise<number> {
  const found = findRuns(name, resolve(options.runDir ?? defaultRunDirectory()));
  const folder = found.kind === "group" ? found.group : found.folder;
  const log = join(folder, found.kind === "group" ? groupFiles.log : runFiles.output);
  const attempts = join(folder, runFiles.attempts);
  const lock = found.group === null ? null : join(found.group, groupFiles.lock);
  const hostLives = () => lock !== null && isLocked(lock);
  const ended = () => found.kind === "run" && readLastEvent<RunEvent>(join(folder, runFiles.events))?.type === "ended";

  const writer = options.json
    ? jsonWriter(() => (found.kind === "group" ? null : countAttempts(attempts) + 1))
    : textWriter();
  const file = new FollowedFile(log, {
    onChunk: writer.push,
    onReplaced: () => {
      writer.startAttempt();
      note(`--- ${name}: a new attempt ---`);
    },
  });
  try {
    // Checked before reading, so that everything printed until then is read.
    for (let isOver = false; !isOver; ) {
      isOver = options.follow !== true || ended() || !hostLives();
      file.read();
      if (!isOver) await setTimeout(intervalMs);
    }
  } finally {
    file.close();
    writer.end();
  }
  if (!file.exists) note(`${name} has printed nothing${ended() ? "" : " yet"}.`);
  if (existsSync(attempts)) {
    note(`Output of interrupted attempts: ${join(attempts, "*", runFiles.output)}`);
  }
  if (options.follow && found.kind === "run" && !ended()) note(`${name} has not ended, but its host is gone.`);
  return exitCodes.done;
}

/** The number of the last attempt that was interrupted. */
function countAttempts(folder: string): number {
  return existsSync(folder) ? Math.max(0, ...readdirSync(folder).map(Number).filter(Number.isInteger)) : 0;
}
