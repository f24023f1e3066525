import { existsSync, lstatSync, readlinkSync } from "node:fs";
import path from "node:path";
import { homePaths } from "../../contracts/home-paths.ts";
import type { SandboxSpec } from "../../contracts/sandbox.ts";
import type { ShownPlace } from "../shared/hidden-folders.ts";
import { sharedFolders } from "../shared/sandbox-files.ts";
import { linkedFolders, programFolders } from "./program-folders.ts";

/** What programs expect in `/etc`: no accounts with passwords, no keys, no host names. */
const settings = [
  "passwd",
  "group",
  "ld.so.cache",
  "ld.so.conf",
  "ld.so.conf.d",
  "alternatives",
  "localtime",
  "mime.types",
  "nsswitch.conf",
];
const networkSettings = ["resolv.conf", "hosts", "services", "protocols", "ssl", "ca-certificates"];

/** The arguments of `bwrap` up to the command. */
export function bubblewrapArguments(
  spec: SandboxSpec,
  command: {
    readonly directory: string;
    readonly help: string;
    /** Where bwrap finds a file or folder of the specification, see `MountStage`. */
    readonly place: (source: string) => string;
    /** Device files to show, see `graphicsDevices`. */
    readonly devices: readonly string[];
    /** Where to put an empty folder, see `placesToCover`. */
    readonly covered: readonly string[];
    /** Whether stream 5 holds a system call filter. */
    readonly isFiltered: boolean;
    /** The stream with the content of `/etc/resolv.conf`, in a network namespace that was made for the command. */
    readonly nameServers?: number | undefined;
  },
): string[] {
  const namespaces = ["user", "pid", "ipc", "uts", ...(spec.network === "none" ? ["net"] : [])];
  // Since version 0.8: no nested namespaces, which much of the kernel's attack surface depends on.
  const nested = command.help.includes("--disable-userns") ? ["--disable-userns"] : [];
  const workspace = command.place(spec.workspace);
  const sized = command.help.includes("--size ");
  return [
    ...["--json-status-fd", "3", "--die-with-parent", "--new-session", "--clearenv"],
    ...namespaces.map((name) => `--unshare-${name}`),
    ...[
      "--unshare-cgroup-try",
      ...nested,
      "--cap-drop",
      "ALL",
      "--uid",
      "1000",
      "--gid",
      "1000",
      "--hostname",
      "sandbox",
    ],
    ...system(spec),
    ...(command.nameServers === undefined ? [] : ["--ro-bind-data", String(command.nameServers), "/etc/resolv.conf"]),
    ...["--proc", "/proc", "--dev", "/dev"],
    ...command.devices.flatMap((device) => ["--dev-bind", device, device]),
    ...(sized && spec.limits.memoryMb !== undefined ? ["--size", String(spec.limits.memoryMb * 2 ** 20)] : []),
    ...["--perms", "1777", "--tmpfs", "/dev/shm"],
    ...["--ro-bind", command.place(spec.publicData), homePaths.data],
    ...sharedFolders.flatMap((name) => ["--bind", path.join(workspace, name), homePaths[name]]),
    ...["--bind", path.join(workspace, "tmp"), "/tmp", "--symlink", "../tmp", "/var/tmp"],
    ...Object.entries(spec.readOnly ?? {}).flatMap(([inside, source]) => ["--ro-bind", command.place(source), inside]),
    ...command.covered.flatMap((place) => ["--tmpfs", place, "--remount-ro", place]),
    ...["--remount-ro", "/dev", "--remount-ro", "/"],
    ...["--args", "4", ...(command.isFiltered ? ["--seccomp", "5"] : [])],
    ...["--chdir", command.directory],
  ];
}

/** What `--args 4` reads: the environment may hold keys, and every user of the host can see a process's arguments. */
export function environmentArguments(environment: Readonly<Record<string, string>>): string {
  return Object.entries(environment)
    .flatMap(([name, value]) => ["--setenv", name, value])
    .map((part) => `${part}\0`)
    .join("");
}

/** What bwrap starts: a shell that exits with 126 and 127 where bwrap itself would fail, unless the command is that shell. */
export function insideCommand(command: readonly string[]): readonly string[] {
  const shell = "/bin/sh";
  return command[0] === shell ? command : [shell, "-c", 'exec "$@"', "sh", ...command];
}

/** The host's programs and what they need to start, each at its place on the host. */
function systemPlaces(network: SandboxSpec["network"]): string[] {
  const etc = [...settings, ...(network === "open" ? networkSettings : [])].map((name) => `/etc/${name}`);
  return [...programFolders, ...etc].filter((place) => existsSync(place));
}

/** Everything of the host that commands see, apart from their own folders. */
export function shownPlaces(spec: SandboxSpec): ShownPlace[] {
  return [
    ...systemPlaces(spec.network).map((place) => ({ inside: place, source: place })),
    { inside: homePaths.data, source: spec.publicData },
    ...Object.entries(spec.readOnly ?? {}).map(([inside, source]) => ({ inside, source })),
  ];
}

function system(spec: SandboxSpec): string[] {
  return systemPlaces(spec.network).flatMap((place) =>
    linkedFolders.includes(place) && lstatSync(place).isSymbolicLink()
      ? ["--symlink", readlinkSync(place), place]
      : ["--ro-bind", place, place],
  );
}
