import { rmSync } from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { agentFor } from "../../agents/index.ts";
import type { Agent } from "../../contracts/agent.ts";
import { takeLock } from "../../lib/files/lock-file.ts";
import { sha256OfFile } from "../../lib/hashing.ts";
import { Journal } from "../../lib/journal/journal.ts";
import { packageVersion } from "../../lib/package-version.ts";
import { patiently } from "../../lib/patiently.ts";
import { GradingProcess } from "../grading/grading-process.ts";
import { askedLimits, type HostSettings, readPlan } from "../record/group-plan.ts";
import type { GroupEvent } from "../record/run-events.ts";
import { groupFiles } from "../record/run-folder.ts";
import { readGroupIndex } from "../state/read-group-index.ts";
import { writeSummaries } from "../upstream-formats/write-summaries.ts";
import { requirePlannedAgent } from "./agent-changed.ts";
import { snapshotOf } from "./agent-snapshot.ts";
import { dataChecks } from "./data-checks.ts";
import { executeRun, type RunTools } from "./execute-run.ts";
import { Leases } from "./leases.ts";
import { recordMissingEnds } from "./record-missing-ends.ts";
import { RunQueue } from "./run-queue.ts";
import { sandboxFor } from "./sandbox-for.ts";
import { sweepScratch } from "./scratch-folder.ts";

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
  await requirePlannedAgent(folder, plan);
  const agent = await agentFor(plan.agent, own, snapshotOf(folder));
  const lockFile = join(folder, groupFiles.lock);
  const lock = takeLock(lockFile, `The run group ${folder}`);
  const journal = Journal.open<GroupEvent>(join(folder, groupFiles.events));
  const { dataDirectory, edition } = plan;
  // By its digest, so that another image of that name changes nothing.
  const pinned = plan.content?.image === undefined ? {} : { image: plan.content.image };
  const { verifyData = false, gradingMemoryMb } = settings;
  const limits = gradingMemoryMb === undefined ? {} : { memoryMb: gradingMemoryMb };
  const grading = new GradingProcess({ dataDirectory, edition, verifyData }, limits);
  try {
    const version = packageVersion();
    await patiently(() => journal.append({ type: "host-started", pid: process.pid, host: hostname(), version }));
    await sweepScratch();
    await (await sandboxFor(plan.sandbox)).reap();
    const leases = new Leases(join(dirname(folder), ".leases"));
    leases.releaseAll(lockFile);
    const tools: RunTools = {
      plan,
      agent,
      sandboxFor: (needs) => sandboxFor(plan.sandbox, { ...needs, ...pinned }, { retain: plan.retain }),
      retries: settings.retries,
      checkData: dataChecks(plan, verifyData),
      grade: (task, signal) => grading.grade(task, signal),
    };
    const { unfinished, spentMs } = readGroupIndex(folder);
    const runs = await recordMissingEnds(unfinished, journal);
    const queue = new RunQueue(folder, { runs, spentMs }, settings, journal, stopping);
    const work = async (): Promise<void> => {
      for (let run = queue.next(); run !== null; run = queue.next()) {
        const lease = await patiently(() => leases.take(askedLimits(plan), lockFile, queue.ending));
        if (lease === null) return;
        try {
          await queue.execute(run, (queued) => executeRun({ ...queued, gpus: lease.gpus }, tools));
        } finally {
          lease.release();
        }
      }
    };
    await Promise.all(Array.from({ length: settings.jobs }, () => work().catch((error) => queue.fail(error))));
    queue.close();
    if (queue.failure !== null) throw queue.failure;
    const files = await patiently(() => summarize(folder));
    await patiently(() => journal.append({ type: "host-ended", why: queue.why, files }));
    await patiently(() => journal.flush());
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
