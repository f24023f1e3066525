import { dirname, join } from "node:path";
import { agentFor } from "../../agents/index.ts";
import type { Agent } from "../../contracts/agent.ts";
import { patiently } from "../../lib/patiently.ts";
import { askedLimits, type HostSettings, readPlan } from "../record/group-plan.ts";
import { spentOn } from "../state/call-totals.ts";
import { readGroupIndex } from "../state/read-group-index.ts";
import { requirePlannedAgent } from "./agent-changed.ts";
import { snapshotOf } from "./agent-snapshot.ts";
import { asHost } from "./as-host.ts";
import { dataChecks } from "./data-checks.ts";
import { executeRun, type RunTools } from "./execute-run.ts";
import { openGroupModels } from "./group-models.ts";
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
  // By its digest, so that another image of that name changes nothing.
  const pinned = plan.content?.image === undefined ? {} : { image: plan.content.image };
  return await asHost(folder, plan, settings, async ({ lockFile, journal, grade }) => {
    await sweepScratch();
    await (await sandboxFor(plan.sandbox)).reap();
    const leases = new Leases(join(dirname(folder), ".leases"));
    leases.releaseAll(lockFile);
    const { runs: all, unfinished, spentMs } = readGroupIndex(folder);
    const spentCost = (): number => all.reduce((cost, run) => cost + spentOn(run.folder), 0);
    const models = await openGroupModels(plan, settings, spentCost);
    const tools: RunTools = {
      plan,
      agent,
      models,
      sandboxFor: (needs) => sandboxFor(plan.sandbox, { ...needs, ...pinned }, { retain: plan.retain }),
      retries: settings.retries,
      checkData: dataChecks(plan, settings.verifyData ?? false),
      grade,
    };
    const runs = await recordMissingEnds(unfinished, journal);
    const isSpent = (): boolean => models?.budget?.isUsedUp ?? false;
    const queue = new RunQueue(folder, { runs, spentMs, isSpent }, settings, journal, stopping);
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
    return queue;
  });
}
