import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { groupFiles } from "../record/run-folder.ts";
import { readHost } from "../state/read-host.ts";

/**
 * Asks the host of a group to stop: with a file, which a host on another machine sees too, or with a signal if the disk has no
 * room for a file.
 *
 * @throws the reason why there is no file, if the host cannot be signalled either.
 */
export function requestStop(folder: string): void {
  try {
    writeFileSync(join(folder, groupFiles.stop), "");
  } catch (error) {
    const { pid, machine } = readHost(folder, () => []);
    if (pid === null || machine !== null || !isHostProcess(pid)) throw error;
    process.kill(pid, "SIGTERM");
  }
}

/** A program that hosts a group in its own process may not expect a signal. */
function isHostProcess(pid: number): boolean {
  try {
    return /\bhost\.process\b/.test(readFileSync(`/proc/${pid}/cmdline`, "utf8"));
  } catch {
    return false;
  }
}
