import { readFileSync } from "node:fs";
import { z } from "zod";
import { SandboxUnavailable } from "../../lib/errors.ts";
import { countMemoryKills } from "../control-group/usage.ts";
import { deletedBytesOf } from "../shared/deleted-files.ts";
import { descendants } from "../shared/process-tree.ts";
import type { LaunchedCommand } from "../shared/supervise-command.ts";
import { type DockerEngine, messageOf } from "./engine.ts";
import { InitFailure, memoryGroupOf } from "./podman.ts";
import { removeContainer } from "./reaper.ts";
import { containerUsage } from "./usage.ts";

const created = z.object({ Id: z.string() });
const inspected = z.object({ State: z.object({ ExitCode: z.number(), OOMKilled: z.boolean() }) });
const sized = z.object({ SizeRw: z.number().optional(), State: z.object({ Pid: z.number() }) });

interface ContainerLaunch {
  readonly name: string;
  /** See `containerFor`. */
  readonly description: object;
  readonly onOutput: (chunk: Uint8Array) => void;
  /** Keeps the container after it has exited. */
  readonly retain: boolean;
  readonly podman: boolean;
  /** The sandbox's folder on the host. */
  readonly workspace: string;
}

/** Creates the container for one command, starts it and follows it until it exits. */
export async function launchContainer(engine: DockerEngine, launch: ContainerLaunch): Promise<LaunchedCommand> {
  const { name, description, onOutput, retain } = launch;
  const { Id: id } = created.parse(await engine.demand("POST", `/containers/create?name=${name}`, description));
  const remove = async (): Promise<void> => await removeContainer(engine, id);
  const post = (place: string): void => void engine.ask("POST", `/containers/${id}/${place}`).catch(() => undefined);
  try {
    const output = await engine.attach(id);
    const group = launch.podman && !("status" in output) ? await memoryGroupOf(engine, id) : null;
    const answer = "status" in output ? output : await engine.ask("POST", `/containers/${id}/start`);
    if ("status" in output || answer.status >= 400) {
      // An attached stream that is never read would stay connected.
      if (!("status" in output)) void output.read(() => undefined);
      return await refused(messageOf(answer), remove);
    }
    const failure = launch.podman ? new InitFailure() : null;
    // Read only once the command runs: a caller may answer its output with a signal, which must find the command.
    const outputEnded = output.read((chunk) => {
      failure?.add(chunk);
      onOutput(chunk);
    });
    const finish = async (): Promise<{ exitCode: number; outOfMemory: boolean }> => {
      try {
        const killed = outputEnded.then(() => group !== null && countMemoryKills([group]) > 0);
        await engine.demand("POST", `/containers/${id}/wait`);
        const outOfMemory = await killed;
        const { State } = inspected.parse(await engine.demand("GET", `/containers/${id}/json`));
        const exitCode = failure?.exitCode(State.ExitCode) ?? State.ExitCode;
        return { exitCode, outOfMemory: State.OOMKilled || outOfMemory };
      } finally {
        if (!retain) await remove();
      }
    };
    return {
      ended: finish(),
      signal: (signal) => post(`kill?signal=${signal}`),
      terminate: () => post("kill?signal=SIGTERM"),
      kill: () => post("kill"),
      diskUse: diskUseOf(engine, id, launch.workspace),
      usage: containerUsage(engine, id),
    };
  } catch (error) {
    await remove().catch(() => undefined);
    throw error;
  }
}

/** What a container has written outside its mounts, and what its processes hold open of files that were deleted. */
function diskUseOf(engine: DockerEngine, id: string, workspace: string): () => Promise<number> {
  let first = 0;
  const deleted = deletedBytesOf(() => (isInContainer(first, id) ? descendants(first) : []), workspace);
  return async () => {
    const { SizeRw, State } = sized.parse(await engine.demand("GET", `/containers/${id}/json?size=1`));
    first = State.Pid;
    return (SizeRw ?? 0) + (await deleted());
  };
}

/** An engine in a virtual machine numbers processes differently: the host may have another one of that number. */
function isInContainer(pid: number, id: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cgroup`, "utf8").includes(id);
  } catch {
    return false;
  }
}

/** A program that is missing from the image is the command's fault, as in a shell; anything else is not. */
async function refused(message: string, remove: () => Promise<void>): Promise<LaunchedCommand> {
  await remove();
  if (/could not select device driver|nvidia-container-cli|unresolvable CDI/i.test(message)) {
    throw new SandboxUnavailable(
      `The Docker engine cannot give graphics cards to containers: install the NVIDIA container toolkit. It reported: ${message}`,
    );
  }
  const missing = /executable file not found|no such file or directory/i.test(message);
  const denied = /permission denied/i.test(message) && !/rlimit/i.test(message);
  if (!missing && !denied) throw new SandboxUnavailable(`Docker did not start the command: ${message}`);
  const nothing = (): void => undefined;
  const exitCode = missing ? 127 : 126;
  return {
    ended: Promise.resolve({ exitCode, outOfMemory: false }),
    signal: nothing,
    terminate: nothing,
    kill: nothing,
  };
}
