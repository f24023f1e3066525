import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { isLocked } from "../../lib/files/lock-file.ts";
import { readLastEvent } from "../../runs/record/journal.ts";
import type { RunEvent } from "../../runs/record/run-events.ts";
import { groupFiles, runFiles } from "../../runs/record/run-folder.ts";
import { defaultRunDirectory, findRuns } from "../../runs/state/find-runs.ts";
import { exitCodes } from "../exit-codes.ts";
import { FollowedFile } from "../follow-file.ts";
import { note } from "../output.ts";
import { TerminalFilter } from "../views/terminal-filter.ts";
import type { LogsOptions } from "./logs.options.ts";

const intervalMs = 200;

/** Prints what a run's agent printed, or, for a group, what its host had to say. */
export async function run(name: string, options: LogsOptions): Promise<number> {
  const found = findRuns(name, resolve(options.runDir ?? defaultRunDirectory()));
  const folder = found.kind === "group" ? found.group : found.folder;
  const log = join(folder, found.kind === "group" ? groupFiles.log : runFiles.output);
  const lock = found.group === null ? null : join(found.group, groupFiles.lock);
  const hostLives = () => lock !== null && isLocked(lock);
  const ended = () => found.kind === "run" && readLastEvent<RunEvent>(join(folder, runFiles.events))?.type === "ended";

  const file = new FollowedFile(log);
  const write = writer();
  try {
    // Looked at before the reading: what was printed until then is read.
    for (let isOver = false; !isOver; ) {
      isOver = options.follow !== true || ended() || !hostLives();
      const before = file.opened;
      file.read(write.push);
      if (before > 0 && file.opened > before) note(`--- ${name}: a new attempt ---`);
      if (!isOver) await setTimeout(intervalMs);
    }
  } finally {
    file.close();
    write.end();
  }
  if (file.opened === 0) note(`${name} has printed nothing${ended() ? "" : " yet"}.`);
  if (existsSync(join(folder, runFiles.attempts))) {
    note(`Output of attempts that were cut off: ${join(folder, runFiles.attempts, "*", runFiles.output)}`);
  }
  if (options.follow && found.kind === "run" && !ended()) note(`${name} has no end: no host works on it any more.`);
  return exitCodes.done;
}

/** To a pipe as it is, to a terminal without what could take control of it. */
function writer(): { push: (chunk: Buffer) => void; end: () => void } {
  const { stdout } = process;
  if (!stdout.isTTY) return { push: (chunk) => stdout.write(chunk), end: () => undefined };
  const filter = new TerminalFilter();
  return { push: (chunk) => stdout.write(filter.push(chunk)), end: () => stdout.write(`${filter.end()}\x1b[0m`) };
}
