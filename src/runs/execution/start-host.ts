import { spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { BenchError } from "../../lib/errors.ts";
import { isLocked } from "../../lib/files/lock-file.ts";
import { readLastLines } from "../../lib/journal/journal-tail.ts";
import { programBeside } from "../../lib/processes/child.ts";
import type { HostSettings } from "../record/group-plan.ts";
import type { GroupEvent } from "../record/run-events.ts";
import { groupFiles } from "../record/run-folder.ts";

/**
 * Starts the process that executes a group, unless one is running, and returns once it holds the group's lock. The process
 * has its own session, so it survives the caller. The lock shows whether it is alive.
 *
 * @throws BenchError with its output when it ends before it holds the lock.
 */
export async function startHost(folder: string, settings: HostSettings): Promise<void> {
  const lock = join(folder, groupFiles.lock);
  // A host that has written its end is about to exit and starts no more runs.
  for (let tries = 0; isLocked(lock); tries += 1) {
    if (lastHostEnd(folder) === null || tries === 1000) return;
    await sleep(10);
  }
  // Left over from a host that was killed. From now on requests are for the new host.
  rmSync(join(folder, groupFiles.stop), { force: true });
  const program = programBeside(import.meta.url, "host.process");
  const log = openSync(join(folder, groupFiles.log), "a");
  const child = spawn(process.execPath, [program, folder, JSON.stringify(settings)], {
    detached: true,
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  let end: string | null = null;
  child.once("exit", (code, signal) => {
    end = code === 0 ? "" : signal === null ? `with exit code ${code}` : `by ${signal}`;
  });
  child.once("error", (error) => {
    end = error.message;
  });
  while (end === null && !isLocked(lock)) await sleep(10);
  child.unref();
  // Another host may have been faster, and this one exited because of that.
  if (end === null || end === "" || isLocked(lock)) return;
  throw new BenchError(
    "host",
    `The process that executes the group ended right away (${end}).\n${hostLogTail(folder)}`,
  );
}

/** When a group's host ended; null when something has happened since. Runs that were added since do not count. */
export function lastHostEnd(folder: string): string | null {
  const isOfHost = ({ type }: GroupEvent): boolean => type !== "extended" && type !== "retried";
  const last = readLastLines<GroupEvent>(join(folder, groupFiles.events), isOfHost).findLast(isOfHost);
  return last?.type === "host-ended" ? last.time : null;
}

/** The last lines of the log of a group's host. */
export function hostLogTail(folder: string): string {
  const log = join(folder, groupFiles.log);
  const lines = existsSync(log) ? readFileSync(log, "utf8").trimEnd().split("\n").slice(-5) : [];
  return lines
    .filter(Boolean)
    .map((line) => `  ${line}\n`)
    .join("");
}
