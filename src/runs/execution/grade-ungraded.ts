import { readFileSync } from "node:fs";
import { join } from "node:path";
import { competitionFolder } from "../../facts/competition-folder.ts";
import { BenchError } from "../../lib/errors.ts";
import { sha256OfFile } from "../../lib/hashing.ts";
import { type GroupPlan, readPlan } from "../record/group-plan.ts";
import { type RunRecord, runFiles } from "../record/run-folder.ts";
import { type IndexedRun, readGroupIndex } from "../state/read-group-index.ts";
import { asHost } from "./as-host.ts";
import { resumeRun } from "./execute-run.ts";
import { RunQueue } from "./run-queue.ts";

interface RegradingOptions {
  /** Where the prepared data is now. Default: where the plan says. */
  readonly dataDirectory?: string;
  readonly verifyData?: boolean;
}

/** The runs of a group that the grader failed on. */
export function ungradedRuns(folder: string): IndexedRun[] {
  return readGroupIndex(folder).runs.filter(({ end }) => end === "ungraded");
}

/**
 * Grades the runs of a group that the grader failed on, and records the results as the group's host would: from then on they
 * count. No agent works and no sandbox is opened. Returns the runs that have a result now.
 *
 * @throws Locked when a host is at work on the group.
 */
export async function gradeUngraded(folder: string, options: RegradingOptions = {}): Promise<string[]> {
  const recorded = readPlan(folder);
  const plan = { ...recorded, dataDirectory: options.dataDirectory ?? recorded.dataDirectory };
  const runs = ungradedRuns(folder);
  const settings = { jobs: 1, retries: 0, verifyData: options.verifyData ?? false };
  await asHost(folder, plan, settings, async ({ journal, grade }) => {
    const queue = new RunQueue(folder, { runs, spentMs: 0 }, settings, journal, new AbortController().signal);
    for (let run = queue.next(); run !== null; run = queue.next()) {
      const { competitionId } = run;
      await queue.execute(run, (queued) =>
        resumeRun(queued, {
          plan,
          retries: 0,
          grade: async (task, signal) => {
            await requireSameData(queued.folder, plan, competitionId);
            return await grade(task, signal);
          },
        }),
      );
    }
    return queue;
  });
  const left = new Set(ungradedRuns(folder).map(({ id }) => id));
  return runs.map(({ id }) => id).filter((id) => !left.has(id));
}

/** Another preparation could give other scores. */
async function requireSameData(runFolder: string, plan: GroupPlan, competitionId: string): Promise<void> {
  const record = JSON.parse(readFileSync(join(runFolder, runFiles.record), "utf8")) as RunRecord;
  const { prepared, manifest } = competitionFolder(plan.dataDirectory, competitionId, plan.edition);
  const found = await sha256OfFile(manifest).catch(() => null);
  if (record.manifest === null || found === null || record.manifest === found) return;
  throw new BenchError(
    "data",
    `${prepared} is not the data that the run was given: its manifest has the hash ${found.slice(0, 16)}, expected ${record.manifest.slice(0, 16)}.`,
  );
}
