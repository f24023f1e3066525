import { setTimeout as sleep } from "node:timers/promises";
import type { CommandOptions, CommandResult } from "../../contracts/command.ts";
import type { SandboxLimits } from "../../contracts/sandbox.ts";
import { OutputBuffer } from "./output-buffer.ts";
import type { LookAtCommand } from "./usage-meter.ts";

/** A command that a sandbox has started. */
export interface LaunchedCommand {
  /** Resolves when everything the command started has exited and all output is read; rejects with `SandboxUnavailable`. */
  readonly ended: Promise<{ readonly exitCode: number; readonly outOfMemory: boolean }>;
  signal(name: NodeJS.Signals): void;
  /** Asks the processes to end. */
  terminate(): void;
  /** Ends every process. */
  kill(): void;
  /** Bytes that the shared folders and `/tmp` do not show: files elsewhere, and deleted ones that are still open. */
  diskUse?(): Promise<number>;
  /** What its processes use, where the sandbox as a whole does not report it. */
  readonly usage?: LookAtCommand;
}

/** Starts one command in a sandbox. */
export type Launch = (
  command: readonly string[],
  options: {
    readonly directory: string;
    readonly environment: Readonly<Record<string, string>>;
    readonly onOutput: (chunk: Uint8Array) => void;
    /** See `CommandOptions.rehearsal`. */
    readonly rehearsal?: string | undefined;
  },
) => Promise<LaunchedCommand>;

interface Supervision extends CommandOptions {
  readonly directory: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly limits: SandboxLimits;
  /** What is left of the sandbox's time. */
  readonly leftMs: number;
  /** Aborted when the sandbox ends. */
  readonly ending: AbortSignal;
  readonly diskUse: () => Promise<number>;
  /** Called once the command runs; the returned function is called when it has ended. */
  readonly onLaunch: (launched: LaunchedCommand) => () => void;
}

const neverStarted: CommandResult = {
  exitCode: null,
  timedOut: false,
  cancelled: true,
  exceeded: null,
  output: "",
  outputBytes: 0,
  outputTruncated: false,
  durationMs: 0,
};

type Reason = "timeout" | "wallClock" | "disk" | "cancelled" | "closed";

/** Runs a command until it exits, or until a limit, a signal or the end of the sandbox ends it. */
export async function superviseCommand(
  launch: Launch,
  command: readonly string[],
  options: Supervision,
): Promise<CommandResult> {
  if (options.signal?.aborted) return neverStarted;
  const started = performance.now();
  const output = new OutputBuffer(options.limits.outputBytes ?? 64 * 2 ** 20, options.onOutput, options.keepOutput);
  const { directory, environment, rehearsal } = options;
  const onOutput = (chunk: Uint8Array): void => output.add(chunk);
  const launched = await launch(command, { directory, environment, rehearsal, onOutput });
  const forget = options.onLaunch(launched);
  const done = new AbortController();
  let reason: Reason | null = null;

  const stop = (why: Reason): void => {
    if (reason !== null && why !== "closed") return;
    reason ??= why;
    const graceMs = options.graceMs ?? 2000;
    if (why === "disk" || why === "closed" || graceMs === 0) {
      launched.kill();
    } else {
      launched.terminate();
      after(graceMs, () => launched.kill(), done.signal);
    }
  };
  const limitMs = Math.min(options.timeoutMs ?? Number.POSITIVE_INFINITY, options.leftMs);
  after(limitMs, () => stop(limitMs === options.leftMs ? "wallClock" : "timeout"), done.signal);
  onAbort(options.signal, () => stop("cancelled"), done.signal);
  onAbort(options.ending, () => stop("closed"), done.signal);
  if (options.limits.diskMb !== undefined && !options.ignoresDiskLimit) {
    const measure = async (): Promise<number> => (await options.diskUse()) + ((await launched.diskUse?.()) ?? 0);
    void guardDisk(measure, options.limits.diskMb * 2 ** 20, () => stop("disk"), done.signal);
  }

  try {
    const { exitCode, outOfMemory } = await launched.ended;
    const ended = reason as Reason | null;
    return {
      exitCode: ended === null ? exitCode : null,
      timedOut: ended === "timeout" || ended === "wallClock",
      cancelled: ended === "cancelled" || ended === "closed",
      exceeded: ended === "wallClock" ? "wallClockMs" : ended === "disk" ? "diskMb" : outOfMemory ? "memoryMb" : null,
      output: output.text(),
      outputBytes: output.bytes,
      outputTruncated: output.truncated,
      durationMs: performance.now() - started,
    };
  } finally {
    forget();
    done.abort();
  }
}

/** A timer holds 32 bits of milliseconds, 24 days. Longer waits are split. */
function after(delayMs: number, action: () => void, signal: AbortSignal): void {
  const longest = 2 ** 31 - 1;
  sleep(Math.max(0, Math.min(delayMs, longest)), undefined, { signal }).then(
    () => (delayMs > longest ? after(delayMs - longest, action, signal) : action()),
    () => undefined,
  );
}

function onAbort(signal: AbortSignal | undefined, action: () => void, done: AbortSignal): void {
  if (signal?.aborted) action();
  else signal?.addEventListener("abort", action, { once: true, signal: done });
}

/** Large trees take long to measure: at most a tenth of the time is spent on it. */
async function guardDisk(measure: () => Promise<number>, limit: number, act: () => void, done: AbortSignal) {
  while (!done.aborted) {
    const begun = performance.now();
    const used = await measure().catch(() => 0);
    if (done.aborted) return;
    if (used > limit) return act();
    await sleep(Math.max(100, 9 * (performance.now() - begun)), undefined, { signal: done }).catch(() => undefined);
  }
}
