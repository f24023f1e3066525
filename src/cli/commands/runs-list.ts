import { run as ps } from "./ps.ts";
import type { RunsListOptions } from "./runs-list.options.ts";

/** All groups of the run directory: `ps --all`. */
export function run(options: RunsListOptions): number {
  return ps({ ...options, all: true });
}
