import type { SandboxSpec } from "../contracts.ts";
import { homePaths } from "./create-sandbox.ts";
import type { Workspace } from "./workspace.ts";

/** How containers are made, besides what the sandbox's specification says. */
export interface DockerOptions {
  /** Name or digest; it must be there already. */
  readonly image: string;
  /** The engine's socket. Default: `DOCKER_HOST` when it names one, else `/var/run/docker.sock`. */
  readonly socket?: string;
  /** `user:group` inside. Default: the workspace's owner. */
  readonly user?: string;
  /** Size of `/dev/shm`, which data loaders of several processes share. Default: the engine's 64 MB. */
  readonly shmMb?: number;
  /** A number of graphics cards, their ids, or all. */
  readonly gpus?: number | readonly string[] | "all";
  /** Further settings of the engine's `HostConfig`, over ours. The record names them: they can undo the isolation. */
  readonly hostConfig?: Readonly<Record<string, unknown>>;
}

interface ContainerCommand {
  readonly command: readonly string[];
  readonly directory: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly labels: Readonly<Record<string, string>>;
}

/** The engine's description of the container for one command. */
export function containerFor(spec: SandboxSpec, workspace: Workspace, options: DockerOptions, line: ContainerCommand) {
  return {
    Image: options.image,
    // An image's own entry point would get the command as arguments.
    Entrypoint: line.command,
    Cmd: [],
    Env: Object.entries(line.environment).map(([name, value]) => `${name}=${value}`),
    WorkingDir: line.directory,
    User: options.user ?? `${workspace.user}:${workspace.group}`,
    Labels: line.labels,
    Hostname: "sandbox",
    AttachStdout: true,
    AttachStderr: true,
    NetworkDisabled: spec.network === "none",
    HostConfig: { ...hostConfig(spec, workspace, options), ...options.hostConfig },
  };
}

function hostConfig(spec: SandboxSpec, workspace: Workspace, { shmMb, gpus }: DockerOptions) {
  const { memoryMb, cpus, processes, fileSizeMb } = spec.limits;
  const bytes = (megabytes: number): number => Math.round(megabytes * 2 ** 20);
  const mount = (Source: string, Target: string, ReadOnly: boolean) => ({ Type: "bind", Source, Target, ReadOnly });
  return {
    Mounts: [
      mount(workspace.publicData, homePaths.data, true),
      ...["submission", "code", "logs"].map((name) => mount(`${workspace.folder}/${name}`, `/home/${name}`, false)),
      mount(`${workspace.folder}/tmp`, "/tmp", false),
      ...Object.entries(spec.readOnly ?? {}).map(([inside, source]) => mount(source, inside, true)),
    ],
    NetworkMode: spec.network === "none" ? "none" : "bridge",
    CapDrop: ["ALL"],
    SecurityOpt: ["no-new-privileges"],
    IpcMode: "private",
    // An init process passes signals on and buries orphans.
    Init: true,
    // Output is taken as it comes; a log file of the engine's would fill the host's disk.
    LogConfig: { Type: "none" },
    Ulimits: [
      { Name: "core", Soft: 0, Hard: 0 },
      ...(fileSizeMb === undefined ? [] : [{ Name: "fsize", Soft: bytes(fileSizeMb), Hard: bytes(fileSizeMb) }]),
    ],
    ...(memoryMb === undefined ? {} : { Memory: bytes(memoryMb), MemorySwap: bytes(memoryMb) }),
    ...(cpus === undefined ? {} : { NanoCpus: Math.round(cpus * 1e9) }),
    ...(processes === undefined ? {} : { PidsLimit: processes }),
    ...(shmMb === undefined ? {} : { ShmSize: bytes(shmMb) }),
    ...(gpus === undefined ? {} : { DeviceRequests: [deviceRequest(gpus)] }),
  };
}

function deviceRequest(gpus: number | readonly string[] | "all") {
  const which = typeof gpus === "object" ? { DeviceIDs: gpus } : { Count: gpus === "all" ? -1 : gpus };
  return { ...which, Capabilities: [["gpu"]] };
}
