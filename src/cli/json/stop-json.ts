import { basename } from "node:path";
import type { FoundRuns } from "../../runs/state/find-runs.ts";

export type StopOutcome = "requested" | "already-requested" | "nothing-runs";

/** What became of a request to stop a run group or a run. */
export function stopJson(found: FoundRuns, outcome: StopOutcome, waited: boolean) {
  return {
    group: basename(found.group!),
    run: found.kind === "run" ? found.run : null,
    folder: found.kind === "run" ? found.folder : found.group,
    outcome,
    waited,
  };
}
