import { randomUUID } from "node:crypto";
import { deletedBytesOf } from "./deleted-files.ts";
import { ownerMark, ownerVariable } from "./owner.ts";
import { descendants, listProcesses, processesMarked, signalProcess } from "./process-tree.ts";
import { spawnCommand } from "./spawn-command.ts";
import type { LaunchedCommand } from "./supervise-command.ts";
import { usageOfProcesses } from "./usage-meter.ts";

/** Starts a command as an ordinary process. A mark in its environment finds what it started, even after a change of parent. */
export async function launchProcess(
  command: readonly string[],
  options: {
    readonly directory?: string;
    readonly environment: Readonly<Record<string, string>>;
    readonly onOutput: (chunk: Uint8Array) => void;
    /** The folder on whose disk deleted files are looked for. Default: they are not. */
    readonly workspace?: string;
  },
): Promise<LaunchedCommand> {
  const mark = randomUUID();
  let pid = 0;
  const marked = () => processesMarked(`MLEBENCH_COMMAND=${mark}`);
  const members = () => {
    const strayed = new Set(marked());
    const all = listProcesses();
    return [...new Set([...descendants(pid, all), ...all.filter((entry) => strayed.has(entry.pid))])];
  };
  const kill = (found: readonly number[]): void => {
    signalProcess(-pid, "SIGKILL");
    for (const each of found) signalProcess(each, "SIGKILL");
  };
  const environment = { ...options.environment, MLEBENCH_COMMAND: mark, [ownerVariable]: ownerMark() };
  // A process that has exited has no descendants any more: those that are left have another parent.
  const spawned = await spawnCommand(command, { ...options, environment, onExit: () => kill(marked()) });
  pid = spawned.pid;
  return {
    ended: spawned.ended.then(({ exitCode }) => ({ exitCode, outOfMemory: false })),
    signal: (name) => {
      for (const entry of members()) signalProcess(entry.pid, name);
    },
    terminate: () => signalProcess(-pid, "SIGTERM"),
    kill: () => kill(members().map((entry) => entry.pid)),
    ...(options.workspace === undefined ? {} : { diskUse: deletedBytesOf(members, options.workspace) }),
    usage: async (cpuOnly) => usageOfProcesses(members(), cpuOnly),
  };
}
