import { rmSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { takeLock } from "../../lib/files/lock-file.ts";
import { sha256OfFile } from "../../lib/hashing.ts";
import { Journal } from "../../lib/journal/journal.ts";
import { packageVersion } from "../../lib/package-version.ts";
import { patiently } from "../../lib/patiently.ts";
import { GradingProcess } from "../grading/grading-process.ts";
import type { GroupPlan, HostSettings } from "../record/group-plan.ts";
import type { GroupEvent } from "../record/run-events.ts";
import { groupFiles } from "../record/run-folder.ts";
import { writeSummaries } from "../upstream-formats/write-summaries.ts";
import type { RunTools } from "./execute-run.ts";
import type { RunQueue } from "./run-queue.ts";

/** What a host works with. */
interface Hosting {
  readonly lockFile: string;
  readonly journal: Journal<GroupEvent>;
  readonly grade: RunTools["grade"];
}

/**
 * Does what every host does around its runs: holds the group's lock, records its start and its end, provides a grader, and
 * writes the group's summaries. `work` returns its queue when nothing is left to do.
 *
 * @throws Locked when another process executes the group.
 */
export async function asHost(
  folder: string,
  { dataDirectory, edition }: Pick<GroupPlan, "dataDirectory" | "edition">,
  { verifyData = false, gradingMemoryMb }: HostSettings,
  work: (hosting: Hosting) => Promise<RunQueue>,
): Promise<RunQueue["why"]> {
  const lockFile = join(folder, groupFiles.lock);
  const lock = takeLock(lockFile, `The run group ${folder}`);
  const journal = Journal.open<GroupEvent>(join(folder, groupFiles.events));
  const limits = gradingMemoryMb === undefined ? {} : { memoryMb: gradingMemoryMb };
  const grading = new GradingProcess({ dataDirectory, edition, verifyData }, limits);
  try {
    const version = packageVersion();
    await patiently(() => journal.append({ type: "host-started", pid: process.pid, host: hostname(), version }));
    const queue = await work({ lockFile, journal, grade: (task, signal) => grading.grade(task, signal) });
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
