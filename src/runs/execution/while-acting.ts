import type { Sandbox, SandboxUsage } from "../../contracts/sandbox.ts";
import { formatSeconds } from "../../lib/format-seconds.ts";
import type { Journal } from "../../lib/journal/journal.ts";
import { pause } from "../../lib/pause.ts";
import type { RunEvent } from "../record/run-events.ts";
import { pauseWorking } from "./pause-working.ts";

/** The agent's warning that its time ends soon, in its logs folder. */
export const warningFile = "time-is-nearly-up.txt";

const sampleMs = 10_000;

/** What happens beside an agent while it works. What fails of it is the attempt's failure. */
interface Acting {
  readonly sandbox: Sandbox;
  readonly journal: Journal<RunEvent>;
  readonly elapsedMs: () => number;
  /** Time that does not count as the run's. */
  readonly waitedMs: () => number;
  /** Aborted when the agent has stopped. */
  readonly done: AbortSignal;
}

/** Leaves a file and sends a harmless signal when a twentieth of the time is left, ten minutes at most. */
export async function warnInTime(acting: Acting, limitMs: number): Promise<void> {
  const { sandbox, journal, elapsedMs, waitedMs, done } = acting;
  const leftMs = Math.min(limitMs / 20, 600_000);
  if (!(await pauseWorking(limitMs - leftMs, waitedMs, done))) return;
  const text = `${formatSeconds(leftMs / 1000)} left. What is in ${sandbox.paths.submission} then will be graded.\n`;
  await sandbox.writeFile(`${sandbox.paths.logs}/${warningFile}`, text).catch(() => undefined);
  sandbox.signal("SIGCONT");
  if (!done.aborted) journal.append({ type: "warned", elapsedMs: elapsedMs(), leftMs });
}

/** The sum of a run's samples, in the members of `stopped`. */
export interface UsageTotals {
  cpuMs?: number;
  peakMemoryBytes?: number;
}

/** Records usage soon after the start, then at regular intervals, and keeps the totals up to date until the agent's end. */
export async function sampleUsage({ sandbox, journal, elapsedMs, done }: Acting, totals: UsageTotals): Promise<void> {
  for (let waitMs = 1000; await pause(waitMs, done); waitMs = sampleMs) {
    const usage = await sandbox.usage().catch(() => null);
    if (usage === null || done.aborted) continue;
    journal.append({ type: "usage", elapsedMs: elapsedMs(), ...usage });
    addUsage(usage, totals);
  }
  // Processor time is still known after the last command, which may have ended before the first sample.
  const usage = await sandbox.usage().catch(() => null);
  if (usage !== null) addUsage(usage, totals);
}

function addUsage({ cpuMs, memoryBytes }: SandboxUsage, totals: UsageTotals): void {
  if (cpuMs) totals.cpuMs = Math.max(totals.cpuMs ?? 0, cpuMs);
  if (memoryBytes) totals.peakMemoryBytes = Math.max(totals.peakMemoryBytes ?? 0, memoryBytes);
}
