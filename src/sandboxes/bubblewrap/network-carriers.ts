import { accessSync, constants, statSync } from "node:fs";
import path from "node:path";
import { systemPath } from "../shared/system-path.ts";

/** A program that carries connections between a network namespace and the host's network, without the rights of root. */
export interface NetworkCarrier {
  readonly program: "slirp4netns" | "pasta";
  /** Connects the namespace of a process with everything but the host's loopback addresses, in the foreground. */
  readonly options: (pid: number) => readonly string[];
  /** Writes to stream 3 once it is ready, and exits when stream 4 is closed. */
  readonly usesStreams: boolean;
  /** Refuses to run as root, so it must run as the user of the namespace. */
  readonly refusesRoot: boolean;
}

/** The name server inside, which every carrier replaces by the host's. */
export const nameServer = "10.0.2.3";

/** Those to prefer first. */
const carriers: readonly NetworkCarrier[] = [
  {
    program: "slirp4netns",
    options: (pid) => [
      ...["--configure", "--mtu=65520", "--disable-host-loopback", "--enable-sandbox", "--enable-seccomp"],
      ...["--ready-fd=3", "--exit-fd=4", String(pid), "tap0"],
    ],
    usesStreams: true,
    refusesRoot: false,
  },
  {
    program: "pasta",
    options: (pid) => [
      ...["--foreground", "--quiet", "--config-net", "--no-map-gw", "--dns-forward", nameServer],
      // No ports in either direction.
      ...["-t", "none", "-u", "none", "-T", "none", "-U", "none", String(pid)],
    ],
    usesStreams: false,
    refusesRoot: true,
  },
];

/** Through it a namespace gets an interface. */
const tunnel = "/dev/net/tun";

/** The carriers that can be used here. */
export function usableCarriers(): NetworkCarrier[] {
  if (process.platform !== "linux" || !isAllowed(tunnel, constants.R_OK | constants.W_OK)) return [];
  const isOpenToAll = (statSync(tunnel).mode & 0o006) === 0o006;
  return carriers.filter(
    ({ program, refusesRoot }) =>
      (process.getuid?.() !== 0 || !refusesRoot || isOpenToAll) &&
      systemPath.split(":").some((folder) => isAllowed(path.join(folder, program), constants.X_OK)),
  );
}

let found: NetworkCarrier | null | undefined;

/**
 * What gives commands with an open network a network of their own, from which the host's loopback addresses and abstract
 * sockets cannot be reached. Null when nothing does: they share the host's.
 */
export function networkCarrier(): NetworkCarrier | null {
  if (found === undefined) found = usableCarriers()[0] ?? null;
  return found;
}

function isAllowed(file: string, rights: number): boolean {
  try {
    accessSync(file, rights);
    return true;
  } catch {
    return false;
  }
}
