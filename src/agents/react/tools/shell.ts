import type { CommandOptions, CommandResult } from "../../../contracts/command.ts";
import { formatSeconds } from "../../../lib/format-seconds.ts";
import type { Workbench } from "./tool.ts";

/** Where the Node that runs the harness is mounted, so that programs in JavaScript run in every sandbox. */
export const nodePlace = "/opt/mlebench/node";

const anyShell = 'if command -v bash >/dev/null; then exec bash -c "$1"; else exec sh -c "$1"; fi';

/** A command line of the model's for bash, or for sh where there is none. */
export function shellCommand(command: string): readonly string[] {
  return ["/bin/sh", "-c", anyShell, "sh", command];
}

/** Runs a command beside the conversation: its output goes to the run's log, too. */
export function runInside(
  { sandbox, signal, graceMs, onOutput }: Workbench["task"],
  command: readonly string[],
  take: (chunk: Uint8Array) => void,
  options: Pick<CommandOptions, "timeoutMs" | "signal" | "directory" | "environment"> = {},
): Promise<CommandResult> {
  return sandbox.run(command, {
    signal,
    graceMs,
    ...options,
    environment: { NODE: sandbox.resolve(nodePlace), ...options.environment },
    keepOutput: false,
    onOutput: (chunk) => {
      take(chunk);
      onOutput(chunk);
    },
  });
}

/** How a command ended, in words. */
export function describeEnd(result: CommandResult): string {
  const { exitCode, timedOut, cancelled, exceeded, durationMs } = result;
  const after = formatSeconds(durationMs / 1000);
  if (exceeded === "memoryMb") return `ended after ${after}: it used more memory than this run may`;
  if (exceeded === "diskMb") return `ended after ${after}: the run has written more than it may; delete files`;
  if (timedOut) return `ended after ${after}: its time was up; above is what it printed until then`;
  if (cancelled) return `stopped after ${after}`;
  return `exit code ${exitCode}, ${after}`;
}
