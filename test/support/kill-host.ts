import { readFileSync } from "node:fs";
import { join } from "node:path";
import { theGroup } from "./run-agents.ts";

/** Kills the host of the only group of a folder. False when it has not begun, or has just ended. */
export function killHost(runs: string): boolean {
  try {
    return process.kill(JSON.parse(readFileSync(join(theGroup(runs).folder, "host.lock"), "utf8")).pid, "SIGKILL");
  } catch {
    return false;
  }
}
