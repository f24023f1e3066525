import { z } from "zod";
import { homePaths } from "../../contracts/home-paths.ts";
import type { SandboxSpec } from "../../contracts/sandbox.ts";
import type { SandboxSettings } from "../../contracts/sandbox-kind.ts";
import type { ShownPlace } from "../shared/hidden-folders.ts";
import { sharedFolders } from "../shared/sandbox-files.ts";
import type { Workspace } from "../shared/workspace.ts";
import { environmentImage } from "./environment-image.ts";

/** How containers are made, besides what the sandbox's specification says. */
export interface DockerOptions extends SandboxSettings {
  /** `user:group` inside, for an image that needs its own. Default: the workspace's owner, who alone can write there. */
  readonly user?: string;
  /** A number of graphics cards, their ids, or all. Cards that a specification names take precedence. */
  readonly gpus?: number | readonly string[] | "all";
}

const boundFolders = z
  .array(z.object({ Type: z.string(), Target: z.string(), Source: z.string().default("") }))
  .transform((mounts) => mounts.filter(({ Type }) => Type === "bind"));

interface ContainerCommand {
  readonly command: readonly string[];
  readonly directory: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly labels: Readonly<Record<string, string>>;
  /** The sandbox's own network, if it has one. */
  readonly network: string | null;
  /** Where to put an empty folder, see `placesToCover`. */
  readonly covered: readonly string[];
  /** What this engine needs, over ours and below what is asked for; see `SandboxSettings.hostConfig`. */
  readonly hostConfig?: Readonly<Record<string, unknown>>;
}

/** The engine's description of the container for one command. */
export function containerFor(spec: SandboxSpec, workspace: Workspace, options: DockerOptions, line: ContainerCommand) {
  const hidesCards = cardsOf(spec, options) === null && options.hostConfig?.Runtime === undefined;
  const environment = {
    // An engine may show every card to an image that asks for them.
    ...(hidesCards ? { NVIDIA_VISIBLE_DEVICES: "void" } : {}),
    ...line.environment,
  };
  const ours = mergeHostConfig(hostConfig(spec, workspace, options, line), line.hostConfig ?? {});
  return {
    Image: options.image ?? environmentImage,
    // An image's own entry point would get the command as arguments.
    Entrypoint: line.command,
    Cmd: [],
    Env: Object.entries(environment).map(([name, value]) => `${name}=${value}`),
    WorkingDir: line.directory,
    User: options.user ?? `${workspace.user}:${workspace.group}`,
    Labels: line.labels,
    Hostname: "sandbox",
    AttachStdout: true,
    AttachStderr: true,
    NetworkDisabled: spec.network === "none",
    HostConfig: mergeHostConfig(ours, options.hostConfig ?? {}),
  };
}

function hostConfig(spec: SandboxSpec, workspace: Workspace, options: DockerOptions, line: ContainerCommand) {
  const { memoryMb, cpus, processes, fileSizeMb } = spec.limits;
  const { shmMb } = options;
  const cards = cardsOf(spec, options);
  const bytes = (megabytes: number): number => Math.round(megabytes * 2 ** 20);
  const mount = (Source: string, Target: string, ReadOnly: boolean) => ({ Type: "bind", Source, Target, ReadOnly });
  return {
    Mounts: [
      mount(workspace.publicData, homePaths.data, true),
      ...sharedFolders.map((name) => mount(`${workspace.folder}/${name}`, homePaths[name], false)),
      mount(`${workspace.folder}/tmp`, "/tmp", false),
      ...Object.entries(spec.readOnly ?? {}).map(([inside, source]) => mount(source, inside, true)),
      ...line.covered.map((Target) => ({ Type: "tmpfs", Target, ReadOnly: true, TmpfsOptions: { Mode: 0o755 } })),
    ],
    NetworkMode: line.network ?? (spec.network === "none" ? "none" : "bridge"),
    // Otherwise the engine would pass name lookups on to the host's name servers, outside the network.
    ...(spec.network === "internal" ? { Dns: ["127.0.0.1"] } : {}),
    CapDrop: ["ALL"],
    SecurityOpt: ["no-new-privileges"],
    IpcMode: "private",
    // An init process passes signals on and reaps orphans.
    Init: true,
    // Output is read as it arrives; the engine's log file would fill the host's disk.
    LogConfig: { Type: "none" },
    Ulimits: [
      { Name: "core", Soft: 0, Hard: 0 },
      ...(fileSizeMb === undefined ? [] : [{ Name: "fsize", Soft: bytes(fileSizeMb), Hard: bytes(fileSizeMb) }]),
    ],
    ...(memoryMb === undefined ? {} : { Memory: bytes(memoryMb), MemorySwap: bytes(memoryMb) }),
    ...(cpus === undefined ? {} : { NanoCpus: Math.round(cpus * 1e9) }),
    ...(processes === undefined ? {} : { PidsLimit: processes }),
    ...(shmMb === undefined ? {} : { ShmSize: bytes(shmMb) }),
    ...(cards === null ? {} : { DeviceRequests: [{ ...cards, Capabilities: [["gpu"]] }] }),
  };
}

/** Everything of the host that commands see, apart from their own folders. Settings may mount further folders. */
export function shownPlaces(spec: SandboxSpec, { hostConfig: settings = {} }: DockerOptions): ShownPlace[] {
  const further = boundFolders.safeParse(settings.Mounts).data ?? [];
  return [
    { inside: homePaths.data, source: spec.publicData },
    ...Object.entries(spec.readOnly ?? {}).map(([inside, source]) => ({ inside, source })),
    ...further.map(({ Target, Source }) => ({ inside: Target, source: Source })),
  ];
}

/**
 * The settings that a sandbox can take: a network that is closed stays closed, whatever network or name servers they name.
 */
export function settingsWithin(spec: SandboxSpec, options: DockerOptions): DockerOptions {
  if (spec.network === "open" || options.hostConfig === undefined) return options;
  const { NetworkMode: _, Dns: __, ...hostConfig } = options.hostConfig;
  return { ...options, hostConfig };
}

/** Lists are joined, so that our mounts stay; of kernel parameters ours win. The engine accepts each `ulimit` only once. */
function mergeHostConfig(ours: Readonly<Record<string, unknown>>, theirs: Readonly<Record<string, unknown>>) {
  const merged: Record<string, unknown> = { ...ours, ...theirs };
  if (isRecord(ours.Sysctls) && isRecord(theirs.Sysctls)) merged.Sysctls = { ...theirs.Sysctls, ...ours.Sysctls };
  for (const [key, value] of Object.entries(theirs)) {
    const own = ours[key];
    if (!Array.isArray(value) || !Array.isArray(own)) continue;
    const names = new Set(value.map((entry) => entry?.Name).filter((name) => name !== undefined));
    merged[key] = [...own.filter((entry) => !names.has(entry?.Name)), ...value];
  }
  return merged;
}

/** The graphics cards to request, as the engine's API has it. */
function cardsOf(spec: SandboxSpec, options: DockerOptions): object | null {
  const gpus = spec.gpus ?? options.gpus ?? 0;
  if (gpus === "all") return { Count: -1 };
  if (typeof gpus === "number") return gpus === 0 ? null : { Count: gpus };
  return gpus.length === 0 ? null : { DeviceIDs: gpus };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
