import { rmSync } from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { agentFor } from "../../agents/index.ts";
import type { Agent } from "../../contracts/agent.ts";
import { takeLock } from "../../lib/files/lock-file.ts";
import { sha256OfFile } from "../../lib/hashing.ts";
import { packageVersion } from "../../lib/package-version.ts";
import { GradingProcess } from "../grading/grading-process.ts";
import { type HostSettings, readPlan } from "../record/group-plan.ts";
import { Journal } from "../record/journal.ts";
import type { GroupEvent } from "../record/run-events.ts";
import { groupFiles } from "../record/run-folder.ts";
import { readGroupIndex } from "../state/read-group-index.ts";
import { writeSummaries } from "../upstream-formats/write-summaries.ts";
import { executeRun, type RunTools } from "./execute-run.ts";
import { Leases } from "./leases.ts";
import { recordMissingEnds } from "./record-missing-ends.ts";
import { RunQueue } from "./run-queue.ts";
import { sandboxFor } from "./sandbox-for.ts";

/**
 * Executes the unfinished runs of a group, as many at once as fit, until none is left, a stop is requested, or the budget
 * is used up. First ends what an earlier host left running.
 *
 * @param own The agent itself, where the plan says that it is an object of this program.
 * @throws Locked when another process executes the group.
 */
export async function hostGroup(
  folder: string,
  settings: HostSettings,
  stopping: AbortSignal,
  own?: Agent,
): Promise<RunQueue["why"]> {
  const plan = readPlan(folder);
  const agent = await agentFor(plan.agent, own);
  const lockFile = join(folder, groupFiles.lock);
  const lock = takeLock(lockFile, `The run group ${folder}`);
  const journal = Journal.open<GroupEvent>(join(folder, groupFiles.events));
  const grading = new GradingProcess({ dataDirectory: plan.dataDirectory, edition: plan.edition });
  try {
    journal.append({ type: "host-started", pid: process.pid, host: hostname(), version: packageVersion() });
    await (await sandboxFor(plan.sandbox)).reap();
    const leases = new Leases(join(dirname(folder), ".leases"));
    leases.releaseAll(lockFile);
    const tools: RunTools = {
      plan,
      agent,
      sandboxFor: (needs) => sandboxFor(plan.sandbox, needs, { retain: plan.retain }),
      retries: settings.retries,
      grade: (task) => grading.grade(task),
    };
    const { unfinished, spentMs } = readGroupIndex(folder);
    const runs = recordMissingEnds(unfinished, journal);
    const queue = new RunQueue(folder, { runs, spentMs }, settings, journal, stopping);
    const work = async (): Promise<void> => {
      for (let run = queue.next(); run !== null; run = queue.next()) {
        const lease = await leases.take(plan.limits, lockFile, queue.ending);
        if (lease === null) return;
        try {
          await queue.execute(run, (queued) => executeRun({ ...queued, gpus: lease.gpus }, tools));
        } catch (error) {
          // The journal cannot be written, or this is a bug: do not go on.
          queue.stop();
          throw error;
        } finally {
          lease.release();
        }
      }
    };
    const worked = await Promise.allSettled(Array.from({ length: settings.jobs }, work));
    queue.close();
    for (const one of worked) if (one.status === "rejected") throw one.reason;
    journal.append({ type: "host-ended", why: queue.why, files: await summarize(folder) });
    journal.flush();
    return queue.why;
  } finally {
    await grading.close();
    journal.close();
    rmSync(join(folder, groupFiles.stop), { force: true });
    lock.release();
  }
}

/** Writes the summaries and returns their hashes. */
async function summarize(folder: string): Promise<Record<string, string>> {
  await writeSummaries(folder);
  const names = [groupFiles.metadata, groupFiles.submissions];
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await sha256OfFile(join(folder, name))] as const)),
  );
}
