import { join } from "node:path";
import { UsageError } from "../../lib/errors.ts";
import { Locked, takeLock } from "../../lib/files/lock-file.ts";
import { Journal } from "../../lib/journal/journal.ts";
import { readAddedSeeds } from "../record/added-seeds.ts";
import { readPlan } from "../record/group-plan.ts";
import type { GroupEvent } from "../record/run-events.ts";
import { groupFiles } from "../record/run-folder.ts";
import { hasAgentFailed } from "../state/has-agent-failed.ts";
import { readGroup } from "../state/read-group.ts";
import type { GroupRequest } from "./plan-group.ts";

/** What a request adds to a group that exists. */
export interface GroupChanges {
  readonly seeds: readonly number[];
  /** Runs that the agent has failed and that are to run again. */
  readonly retried: readonly string[];
}

export function changesTo(
  folder: string,
  { seeds }: Pick<GroupRequest, "seeds">,
  options: { readonly retryFailed?: boolean },
): GroupChanges {
  const planned = new Set([...readPlan(folder).seeds, ...readAddedSeeds(folder)]);
  // Reading every run takes a while in a large group.
  const failed = options.retryFailed ? readGroup(folder).runs.filter(hasAgentFailed) : [];
  return { seeds: seeds.filter((seed) => !planned.has(seed)), retried: failed.map(({ id }) => id) };
}

/**
 * Writes changes into a group's journal, which only one process at a time may do.
 *
 * @throws UsageError while the group is being executed.
 */
export function recordChanges(folder: string, { seeds, retried }: GroupChanges): void {
  const events: GroupEvent[] = [
    ...(seeds.length === 0 ? [] : [{ type: "extended", seeds } as const]),
    ...(retried.length === 0 ? [] : [{ type: "retried", runs: retried } as const]),
  ];
  if (events.length === 0) return;
  const lock = lockGroup(folder);
  try {
    const journal = Journal.open<GroupEvent>(join(folder, groupFiles.events));
    for (const event of events) journal.append(event);
    journal.flush();
    journal.close();
  } finally {
    lock.release();
  }
}

function lockGroup(folder: string) {
  try {
    return takeLock(join(folder, groupFiles.lock), `The run group ${folder}`);
  } catch (error) {
    if (!(error instanceof Locked)) throw error;
    throw new UsageError(
      `The run group ${folder} is being executed, and runs can be added to it only afterwards. ` +
        `Wait for it to end, or stop it with \`mlebench stop ${folder}\`, then repeat the command.`,
      { cause: error },
    );
  }
}
