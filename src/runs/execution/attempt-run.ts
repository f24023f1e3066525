import { join } from "node:path";
import type { Agent, AgentLimits, AgentTask } from "../../contracts/agent.ts";
import type { Sandbox, SandboxSpec } from "../../contracts/sandbox.ts";
import type { SandboxProvider } from "../../contracts/sandbox-kind.ts";
import type { Journal } from "../../lib/journal/journal.ts";
import type { GroupPlan, PlannedRun } from "../record/group-plan.ts";
import type { RunEvent } from "../record/run-events.ts";
import { runFiles } from "../record/run-folder.ts";
import { readSpending } from "../state/call-totals.ts";
import { actWithin } from "./act-within.ts";
import { AgentEvents } from "./agent-events.ts";
import type { AttemptFailure } from "./attempt-failure.ts";
import { classifyEnd } from "./classify-end.ts";
import { hostMemoryKills } from "./host-memory-kills.ts";
import type { InterruptedWork } from "./interrupted-work.ts";
import { OutputLog } from "./output-log.ts";
import type { RunModels } from "./run-models.ts";
import { mostKeptBytes } from "./seal-run.ts";
import { watchCandidates } from "./watch-candidates.ts";
import { DiskWatch } from "./watch-disk.ts";
import { sampleUsage, type UsageTotals, warnInTime } from "./while-acting.ts";

/** Everything about one attempt that is decided before it begins. */
interface Attempt {
  readonly number: number;
  readonly run: PlannedRun;
  readonly plan: GroupPlan;
  readonly folder: string;
  /** Hash of `run.json`. */
  readonly record: string;
  readonly agent: Agent;
  readonly provider: SandboxProvider;
  readonly spec: SandboxSpec;
  /** See `SandboxSetup`. */
  readonly wrap: (command: readonly string[], isUnconnected: boolean) => readonly string[];
  readonly judging: (sandbox: Sandbox) => Pick<AgentTask, "check" | "rehearsals">;
  /** Aborted with the reason `stopped` or `budget`. */
  readonly signal: AbortSignal;
  readonly journal: Journal<RunEvent>;
  /** What fails beside the agent. */
  readonly failure: AttemptFailure;
  /** Absent when the agent has no models. */
  readonly models?: RunModels | null;
  /** What the agent did before its host was interrupted. Absent when it starts from scratch. */
  readonly before?: InterruptedWork | null;
  /** How much of its time it has left then. */
  readonly leftMs?: number;
}

type Stopped = Extract<RunEvent, { type: "stopped" }>;

/** From the request to end to the end: short where the run is short. */
export const graceOf = (limitMs: number): number => Math.min(10_000, Math.max(1000, limitMs / 10));

/**
 * Lets the agent work in its own sandbox, within its limits, and closes the sandbox: afterwards nothing of the agent runs.
 * Rejects when the harness failed, not the agent.
 *
 * Everything to be sealed is in the run's workspace on the host before this returns, and so before the caller journals
 * `stopped`. A host that is killed earlier finds no `stopped` and starts the run from scratch; one that is killed later
 * finds the files, even if the sandbox was on another machine and is gone. So no run is graded with a part of its files.
 */
export async function attemptRun(attempt: Attempt): Promise<Stopped> {
  const sandbox = await attempt.provider.open(attempt.spec);
  const { folder, plan, failure, spec } = attempt;
  const log = new OutputLog(join(folder, runFiles.output), failure, {
    limitBytes: plan.limits.outputBytes,
    secrets: spec.secrets,
  });
  try {
    const stopped = await act(attempt, sandbox, log);
    await log.complete();
    if (failure.first !== null) throw failure.first;
    return stopped;
  } finally {
    await sandbox.dispose();
    await log.close();
  }
}

async function act(attempt: Attempt, sandbox: Sandbox, log: OutputLog): Promise<Stopped> {
  const { agent, folder, journal, plan, failure, before = null } = attempt;
  const started = performance.now() - (before?.elapsedMs ?? 0);
  const elapsedMs = (): number => Math.round(performance.now() - started);
  const killsBefore = hostMemoryKills();
  const done = new AbortController();
  const { models } = attempt;
  const waitedMs = (): number => (plan.limits.workingTime ? (models?.door.waiting.totalMs ?? 0) : 0);
  const acting = { sandbox, journal, elapsedMs, waitedMs, done: done.signal };
  recordStart(attempt, sandbox);
  const endings = [attempt.signal, failure.signal, ...(models ? [models.ending] : [])];
  const signal = AbortSignal.any(endings);
  const { diskMb } = plan.limits;
  const kept = before?.candidates ?? [];
  const stopWatching = watchCandidates({ sandbox, folder, journal, elapsedMs, failure, signal, diskMb, kept });
  void failure.watch(() => warnInTime(acting, limitsLeft(attempt).wallClockMs));
  const usage: UsageTotals = {};
  const sampling = failure.watch(() => sampleUsage(acting, usage));
  const disk = new DiskWatch(folder, done.signal);
  const events = new AgentEvents(agent, journal, elapsedMs, failure);
  const onOutput = (chunk: Uint8Array): void => {
    // An agent that was left behind may still print.
    if (!done.signal.aborted) log.write(chunk);
  };
  try {
    const model = await models?.openModel();
    const earlier = before === null ? {} : { earlier: before.events };
    const spent = models ? { spent: (session?: string) => readSpending(folder, session) } : {};
    const given = { ...(model ? { model } : {}), ...spent, ...earlier, onOutput, record: events.record };
    const task = { ...taskOf(attempt, sandbox), ...given };
    const { end, ending } = await actWithin(agent, task, signal, waitedMs);
    const stoppedMs = elapsedMs();
    done.abort();
    await sampling;
    if (failure.first !== null) throw failure.first;
    const { dropped } = await sandbox.handOver({ maxBytes: mostKeptBytes });
    const { exitCode } = end;
    const how = {
      ...classifyEnd(end, ending, plan.limits, hostMemoryKills() > killsBefore, models?.reached ?? null),
      exitCode,
      elapsedMs: stoppedMs,
      ...usage,
    };
    await disk.requireRoom(how.end);
    return { type: "stopped", ...how, ...(dropped > 0 ? { dropped } : {}) };
  } catch (error) {
    throw failure.first ?? error;
  } finally {
    events.close();
    done.abort();
    await stopWatching();
  }
}

/** The time that the agent has left is less when it continues. */
function limitsLeft({ plan: { limits }, leftMs = limits.wallClockMs }: Attempt): AgentLimits {
  return { ...limits, wallClockMs: leftMs };
}

function recordStart({ number, record, journal, before }: Attempt, sandbox: Sandbox): void {
  const started = { attempt: number, sandbox: sandbox.record };
  if (before) journal.append({ type: "continued", ...started, elapsedMs: before.elapsedMs });
  else journal.append({ type: "opened", ...started, record });
}

function taskOf(attempt: Attempt, sandbox: Sandbox): Omit<AgentTask, "signal" | "onOutput" | "record"> {
  const { run, plan, spec, wrap, judging } = attempt;
  return {
    ...judging(sandbox),
    competitionId: run.competitionId,
    seed: run.seed,
    sandbox: {
      ...sandbox,
      run: (command, options) =>
        sandbox.run(command.length === 0 ? command : wrap(command, options?.isUnconnected ?? false), options),
    },
    publicData: spec.publicData,
    network: plan.sandbox.network,
    limits: limitsLeft(attempt),
    graceMs: graceOf(plan.limits.wallClockMs),
  };
}
