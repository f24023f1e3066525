import { createWriteStream } from "node:fs";
import { join } from "node:path";
import type { Agent, AgentEnd, AgentTask } from "../../contracts/agent.ts";
import type { Sandbox, SandboxProvider, SandboxSpec } from "../../contracts/sandbox.ts";
import { formatMebibytes } from "../../lib/format-bytes.ts";
import { formatSeconds } from "../../lib/format-seconds.ts";
import { pause } from "../../lib/pause.ts";
import type { GroupPlan, PlannedRun } from "../record/group-plan.ts";
import type { Journal } from "../record/journal.ts";
import type { RunEnd, RunEvent } from "../record/run-events.ts";
import { runFiles } from "../record/run-folder.ts";
import { actWithin, type Ending } from "./act-within.ts";
import { AgentEvents } from "./agent-events.ts";
import { watchCandidates } from "./watch-candidates.ts";

/** Everything about one attempt that is settled before it begins. */
export interface Attempt {
  readonly number: number;
  readonly run: PlannedRun;
  readonly plan: GroupPlan;
  readonly folder: string;
  /** Hash of `run.json`. */
  readonly record: string;
  readonly agent: Agent;
  readonly provider: SandboxProvider;
  readonly spec: SandboxSpec;
  /** Puts what every command of the agent needs before it; see `openingFor`. */
  readonly wrap: (command: readonly string[]) => readonly string[];
  /** Aborted with the reason `stopped` or `budget`. */
  readonly signal: AbortSignal;
  readonly journal: Journal<RunEvent>;
}

type Stopped = Extract<RunEvent, { type: "stopped" }>;

/** Between the request to end and the end: short where the run itself is short. */
const graceOf = (limitMs: number): number => Math.min(10_000, Math.max(1000, limitMs / 10));
const sampleMs = 10_000;
/** The exit code, as shells count, of a process that got SIGKILL. */
const killed = 137;
/** The agent's warning that its time ends soon, in its logs folder. */
export const warningFile = "time-is-nearly-up.txt";

/**
 * Lets the agent work in a sandbox of its own, within its limits, and closes the sandbox: afterwards nothing of the agent
 * runs. Rejects when we failed, not the agent.
 */
export async function attemptRun(attempt: Attempt): Promise<Stopped> {
  const { agent, spec, folder, journal, run } = attempt;
  const sandbox = await attempt.provider.open(spec);
  const started = performance.now();
  const elapsedMs = (): number => Math.round(performance.now() - started);
  const done = new AbortController();
  let written = 0;
  const output = createWriteStream(join(folder, runFiles.output), { flags: "a" });
  let lost: Error | null = null;
  output.on("error", (error) => {
    lost = error;
  });
  try {
    journal.append({ type: "opened", attempt: attempt.number, record: attempt.record, sandbox: sandbox.record });
    const stopWatching = watchCandidates(sandbox, folder, journal, elapsedMs);
    void warnInTime(sandbox, attempt.plan.limits.wallClockMs, journal, elapsedMs, done.signal);
    void sampleUsage(sandbox, journal, elapsedMs, done.signal);
    const events = new AgentEvents(agent, journal, elapsedMs);
    let acted: Awaited<ReturnType<typeof actWithin>>;
    try {
      const task: Omit<AgentTask, "signal"> = {
        competitionId: run.competitionId,
        seed: run.seed,
        sandbox: { ...sandbox, run: (command, options) => sandbox.run(attempt.wrap(command), options) },
        publicData: spec.publicData,
        limits: attempt.plan.limits,
        graceMs: graceOf(attempt.plan.limits.wallClockMs),
        onOutput: (chunk) => {
          // An agent that was left behind may still print.
          if (done.signal.aborted) return;
          written += chunk.length;
          output.write(chunk);
        },
        record: events.record,
      };
      acted = await actWithin(agent, task, attempt.signal);
    } catch (error) {
      throw events.failure ?? error;
    } finally {
      events.close();
      done.abort();
      await stopWatching();
    }
    if (events.failure !== null) throw events.failure;
    // A full disk, most likely: the log is not what the agent printed.
    if (lost !== null) throw lost;
    // What came after that was counted and dropped by the sandbox: the log would seem whole.
    const { outputBytes } = attempt.plan.limits;
    if (outputBytes !== undefined && written >= outputBytes) {
      output.write(
        `\nmlebench: the limit of ${outputBytes} bytes of output is reached; what was printed after it is not kept.\n`,
      );
    }
    const { end, ending } = acted;
    return { type: "stopped", ...classify(end, ending, attempt.plan), exitCode: end.exitCode, elapsedMs: elapsedMs() };
  } finally {
    done.abort();
    await sandbox.dispose();
    await new Promise((resolve) => output.end(resolve));
  }
}

/** What an agent's end means for the run. */
function classify(
  end: AgentEnd,
  ending: Ending | null,
  { limits }: GroupPlan,
): { readonly end: RunEnd; readonly reason: string } {
  const isTimeUp = end.timedOut || (end.cancelled && ending === "time");
  if (end.cancelled && !isTimeUp) {
    return ending === "budget"
      ? { end: "limit", reason: "The run group's budget was used up." }
      : { end: "cancelled", reason: "It was stopped." };
  }
  const { wallClockMs, memoryMb, diskMb } = limits;
  const time = formatSeconds(wallClockMs / 1000);
  const exceeded = end.exceeded ?? (isTimeUp ? "wallClockMs" : null);
  if (exceeded === "wallClockMs") return { end: "limit", reason: `Its time of ${time} was over.` };
  if (exceeded === "memoryMb") {
    return { end: "limit", reason: `It took more than its ${formatMebibytes(memoryMb!)} of memory.` };
  }
  if (exceeded === "diskMb") return { end: "limit", reason: `It wrote more than its ${formatMebibytes(diskMb!)}.` };
  if (end.exitCode === 0) return { end: "finished", reason: "It ended by itself." };
  // No limit of ours did it: somebody on the host, or the kernel because the host was out of memory.
  if (end.exitCode === killed)
    return { end: "infrastructure-error", reason: "Its process was killed, by none of its limits." };
  return { end: "agent-error", reason: `It ended with exit code ${end.exitCode}.` };
}

/** A file and a signal that harms nobody, when a twentieth of the time is left, at most ten minutes. */
async function warnInTime(
  sandbox: Sandbox,
  limitMs: number,
  journal: Journal<RunEvent>,
  elapsedMs: () => number,
  done: AbortSignal,
): Promise<void> {
  const leftMs = Math.min(limitMs / 20, 600_000);
  if (!(await pause(limitMs - leftMs, done))) return;
  const text = `${formatSeconds(leftMs / 1000)} left. What is in ${sandbox.paths.submission} then is graded.\n`;
  await sandbox.writeFile(`${sandbox.paths.logs}/${warningFile}`, text).catch(() => undefined);
  sandbox.signal("SIGCONT");
  if (!done.aborted) journal.append({ type: "warned", elapsedMs: elapsedMs(), leftMs });
}

/** Soon after the start, then at steady intervals. */
async function sampleUsage(
  sandbox: Sandbox,
  journal: Journal<RunEvent>,
  elapsedMs: () => number,
  done: AbortSignal,
): Promise<void> {
  for (let waitMs = 1000; await pause(waitMs, done); waitMs = sampleMs) {
    const usage = await sandbox.usage().catch(() => null);
    if (usage !== null && !done.aborted) journal.append({ type: "usage", elapsedMs: elapsedMs(), ...usage });
  }
}
