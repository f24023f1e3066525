import { posix } from "node:path";
import type { AgentTask } from "../../../contracts/agent.ts";
import type { CommandResult } from "../../../contracts/command.ts";
import { Transcript } from "../../react/output/transcript.ts";
import { nodePlace } from "../../react/tools/shell.ts";
import type { ProgramEnd, ProgramRun } from "../parts.ts";
import { notStarted, programScript } from "../workspace/scripts.ts";
import { excerptOf } from "./excerpt.ts";

/** A program that prints more is ended. */
const mostPrinted = 64 * 2 ** 20;

/** What the log keeps: of a longer output, the beginning and the end. */
const mostLogged = 2 * 2 ** 20;

export interface ProgramOrder extends Pick<ProgramRun, "kind" | "cut"> {
  readonly experiment: string;
  /** Whether a program may have changed the experiment's own files since they were committed. */
  readonly isTouched: boolean;
  /** The entry point. */
  readonly program: string;
  readonly output: string;
  /** A rehearsal's data, inside. */
  readonly data?: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly seconds: number;
  /** The name of its log file in the logs folder. */
  readonly log: string;
  readonly signal: AbortSignal;
}

/**
 * Runs a program within its limits, with its files as they were committed. Whatever it started has ended afterwards.
 *
 * @returns Null when it could not be started: its folder is gone or broken. A program that says nothing and ends with the exit code
 * for that counts as well.
 */
export async function runProgram(
  { sandbox, graceMs }: Pick<AgentTask, "sandbox" | "graceMs">,
  order: ProgramOrder,
): Promise<ProgramRun | null> {
  const { kind, cut, experiment, isTouched, program, output, data, seconds, log, signal } = order;
  const transcript = new Transcript(mostLogged);
  const flood = new AbortController();
  const limit = Math.min(mostPrinted, sandbox.record.limits.outputBytes ?? mostPrinted);
  let printed = 0;
  const node = sandbox.resolve(nodePlace);
  const started = [interpreterOf(program, node), program, ...(kind === "debug" ? ["--debug"] : [])];
  const words = [sandbox.paths.code, experiment, output, isTouched ? "touched" : "", ...started];
  const result = await sandbox.run(["/bin/sh", "-c", programScript, "sh", ...words], {
    directory: "/",
    ...(data === undefined ? {} : { rehearsal: data }),
    timeoutMs: seconds * 1000,
    graceMs,
    signal: AbortSignal.any([signal, flood.signal]),
    keepOutput: false,
    environment: {
      NODE: node,
      PYTHONUNBUFFERED: "1",
      OUTPUT_DIR: output,
      DEADLINE: new Date(Date.now() + seconds * 1000).toISOString(),
      ...(data === undefined ? {} : { DATA_DIR: data }),
      ...order.environment,
    },
    onOutput: (chunk) => {
      transcript.add(chunk);
      printed += chunk.length;
      if (printed >= limit) flood.abort();
    },
  });
  signal.throwIfAborted();
  if (result.exitCode === notStarted && printed === 0) return null;
  const { text } = transcript;
  // Without room on the disk, the excerpt is what is left of it.
  await sandbox.writeFile(posix.join(sandbox.paths.logs, log), text).catch(() => undefined);
  return {
    kind,
    ...(cut === undefined ? {} : { cut }),
    end: endOf(result, flood.signal.aborted),
    exitCode: result.exitCode,
    seconds: Math.round(result.durationMs) / 1000,
    log,
    excerpt: excerptOf(text),
  };
}

/** Programs in Python, unless the name says JavaScript. */
function interpreterOf(program: string, node: string): string {
  return /\.[cm]?js$/.test(program) ? node : "python3";
}

function endOf({ exitCode, timedOut, cancelled, exceeded }: CommandResult, isFlood: boolean): ProgramEnd {
  if (exceeded === "memoryMb") return "memory";
  if (exceeded === "diskMb") return "disk";
  if (timedOut) return "time";
  if (cancelled) return isFlood ? "output" : "cancelled";
  return exitCode === 0 ? "finished" : "failed";
}

/** Why a run is no success, in words for the coder; null when it is one. */
export function failureOf({ kind, end, exitCode, seconds }: ProgramRun): string | null {
  const what = { debug: "The run with --debug", full: "The run", rehearsal: "The run on the rehearsal" }[kind];
  const after = `after ${Math.round(seconds)} s`;
  switch (end) {
    case "finished":
      return null;
    case "failed":
      return `${what} failed ${after} with exit code ${exitCode}.`;
    case "time":
      return `${what} was ended ${after}: it took too long.`;
    case "memory":
      return `${what} was ended ${after}: it used more memory than it may.`;
    case "disk":
      return `${what} was ended ${after}: it wrote more than the disk has room for.`;
    case "output":
      return `${what} was ended ${after}: it printed too much.`;
    case "cancelled":
      return `${what} was stopped ${after}.`;
  }
}
