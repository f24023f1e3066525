import { dirname } from "node:path";
import type { SandboxChoice } from "../record/group-plan.ts";

/** What a plan mounts read-only: path inside -> path on the host, folders before what is mounted in them. */
export function mountsOf({ mounts = {}, python }: SandboxChoice): Record<string, string> {
  const own = (python?.places ?? []).map((place) => [place, place] as const);
  const all = new Map([...own, ...Object.entries(mounts)]);
  return Object.fromEntries([...all].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The folders that a plan puts at the beginning of PATH. */
export function programFoldersOf({ python }: SandboxChoice): string[] {
  return python === undefined ? [] : [dirname(python.program)];
}
