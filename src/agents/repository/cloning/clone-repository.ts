import { posix } from "node:path";
import type { z } from "zod";
import type { AgentTask } from "../../../contracts/agent.ts";
import { formatBytes } from "../../../lib/format-bytes.ts";
import type { clone } from "../../search/events.ts";
import type { CloneSource } from "./clone-address.ts";
import { cloneScript, restoreScript } from "./scripts.ts";

/** A clone in the sandbox. */
export type Clone = z.infer<typeof clone>;

/** More could not be searched for the competition's name, and would be excluded. */
export const cloneLimits = { files: 50_000, bytes: 500_000_000, timeoutMs: 600_000 };

type Limits = typeof cloneLimits;
type Task = Pick<AgentTask, "sandbox" | "graceMs">;

export const placeOfClone = ({ sandbox }: Pick<AgentTask, "sandbox">, name: string): string =>
  posix.join(sandbox.paths.code, "repositories", name);

/** Clones the newest commit of a repository inside the sandbox, unless that is done. Says why it cannot be. */
export async function cloneRepository(
  task: Task,
  { name, address }: CloneSource,
  signal: AbortSignal,
  limits: Limits = cloneLimits,
): Promise<Clone | { readonly reason: string }> {
  const { sandbox, graceMs } = task;
  const place = placeOfClone(task, name);
  const protocol = new URL(address).protocol.replace(":", "");
  const bounds = [limits.files, limits.bytes].map(String);
  const command = ["/bin/sh", "-c", cloneScript, "sh", address, protocol, place, ...bounds];
  const options = { signal, graceMs, isUnconnected: true } as const;
  const { output, exitCode, timedOut, exceeded } = await sandbox.run(command, {
    ...options,
    timeoutMs: limits.timeoutMs,
  });
  signal.throwIfAborted();
  const [, commit, ...counts] = /^cloned ([0-9a-f]{40,64}) (\d+) (\d+) (\d+) (\d+)$/m.exec(output) ?? [];
  if (exitCode === 0 && commit !== undefined) {
    const [files, bytes, links, submodules] = counts.map(Number) as [number, number, number, number];
    return { name, address, commit, files, bytes, links, submodules };
  }
  const remove = ["/bin/sh", "-c", 'rm -rf -- "$1.part"', "sh", place];
  await sandbox.run(remove, { ...options, ignoresDiskLimit: true });
  if (timedOut) return { reason: `it could not be cloned within ${limits.timeoutMs / 1000} s` };
  if (exceeded !== null) return { reason: "it could not be cloned within the limits of the run" };
  return { reason: reasonOf(output, limits) };
}

function reasonOf(output: string, limits: Limits): string {
  // The pack is one file, whose size is limited.
  if (/^too-large |signal 25|File too large|File size limit/im.test(output)) {
    return `it is too large to be cloned: more than ${limits.files} files or ${formatBytes(limits.bytes)}`;
  }
  const said = output.trim().split("\n").slice(-3).join(" ").slice(-300);
  return `it could not be cloned: ${said || "git gives no reason"}`;
}

/** Puts the files of a clone back as they were cloned. Says why it cannot. */
export async function restoreClone(
  task: Task,
  { name, commit }: Pick<Clone, "name" | "commit">,
  signal: AbortSignal,
): Promise<string | null> {
  const command = ["/bin/sh", "-c", restoreScript, "sh", placeOfClone(task, name), commit];
  const { sandbox, graceMs } = task;
  const { exitCode, output } = await sandbox.run(command, { signal, graceMs, timeoutMs: 300_000, isUnconnected: true });
  signal.throwIfAborted();
  if (exitCode === 0) return null;
  return `The clone of ${name} was changed and could not be restored: ${output.trim().slice(-300) || "git gives no reason"}`;
}
