import { run as ps } from "./ps.ts";

/** All groups of the run directory: `ps --all`. */
export function run(options: { runDir?: string; json?: boolean }): number {
  return ps({ ...options, all: true });
}
