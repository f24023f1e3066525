import { run as ps } from "./ps.ts";
import type { RunsListOptions } from "./runs-list.options.ts";

/** All groups of the run directory: `ps --all`. */
export async function run(options: RunsListOptions): Promise<number> {
  return await ps({ ...options, all: true });
}
