import { spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { SandboxUnavailable } from "../../lib/errors.ts";
import { ownerMark, ownerVariable } from "../shared/owner.ts";
import { type SpawnedCommand, type SpawnOptions, spawnCommand } from "../shared/spawn-command.ts";
import { systemPath } from "../shared/system-path.ts";
import { carrier } from "./has-own-network.ts";

/** The content of `/etc/resolv.conf` inside: the carrier passes questions on to the host's name servers. */
export const ownNameServer = "nameserver 10.0.2.3\n";

const namespaceReady = "network-namespace-ready";
const readyMs = 20_000;

/**
 * Starts a command line in a network namespace of its own, which leads everywhere except to the host's loopback addresses
 * and abstract sockets.
 *
 * @throws SandboxUnavailable when the namespace cannot be made or connected.
 */
export async function spawnWithNetwork(
  command: readonly string[],
  options: SpawnOptions & { readonly inputs: readonly (string | Uint8Array)[] },
): Promise<SpawnedCommand> {
  let goOn = (_: string | Promise<never>): void => undefined;
  let reportReady = (_: boolean): void => undefined;
  const go = new Promise<string>((resolve) => {
    goOn = resolve;
  });
  const ready = new Promise<boolean>((resolve) => {
    reportReady = resolve;
  });
  const spawned = await spawnCommand(command, {
    ...options,
    inputs: [...options.inputs, go],
    onStatus: (status) => status.includes(namespaceReady) && reportReady(true),
  });
  try {
    const isThere = await Promise.race([ready, spawned.ended.then(() => false)]);
    if (!isThere) throw new SandboxUnavailable("The program unshare could not make a network namespace.");
    const disconnect = await connectNetwork(spawned.pid);
    goOn("go\n");
    return { ...spawned, ended: spawned.ended.finally(disconnect) };
  } catch (error) {
    goOn(Promise.reject(error));
    await spawned.ended;
    throw error;
  }
}

/**
 * What goes before the part of a command line that runs in the namespace: it makes the namespace, reports that, waits for a
 * line on the stream after `inputs` others and becomes the rest. It is the same process throughout.
 */
export function networkPrelude(inputs: number): string[] {
  const stream = 4 + inputs;
  const script = `echo ${namespaceReady} >&3; read -r line <&${stream} || exit 125; exec ${stream}<&-; exec "$@"`;
  // The carrier wants to be root in the namespace.
  return ["unshare", "--user", "--map-root-user", "--net", "--", "/bin/sh", "-c", script, "sh"];
}

/** Connects a process's network namespace. The returned function ends the connection; so does the end of this process. */
async function connectNetwork(pid: number): Promise<() => void> {
  const safe = ["--disable-host-loopback", "--enable-sandbox", "--enable-seccomp"];
  const settings = ["--configure", "--mtu=65520", ...safe, "--ready-fd=3", "--exit-fd=4"];
  const child = spawn(carrier, [...settings, String(pid), "tap0"], {
    env: { PATH: systemPath, [ownerVariable]: ownerMark() },
    // It exits when the other end of stream 4 is closed.
    stdio: ["ignore", "ignore", "pipe", "pipe", "pipe"],
  });
  let said = "";
  child.stderr!.on("data", (chunk: Buffer) => {
    if (said.length < 4096) said += chunk.toString("utf8");
  });
  const disconnect = (): void => void child.kill("SIGKILL");
  const isReady = await new Promise<boolean>((resolve) => {
    const late = setTimeout(() => resolve(false), readyMs);
    const settle = (ready: boolean): void => {
      clearTimeout(late);
      resolve(ready);
    };
    (child.stdio[3] as Readable).once("data", () => settle(true));
    child.once("error", (error) => {
      said += error.message;
      settle(false);
    });
    child.once("exit", () => settle(false));
  });
  if (isReady) return disconnect;
  disconnect();
  throw new SandboxUnavailable(
    `${carrier} did not connect the network: ${said.trim() || "no reason given"}. Use --network none or --sandbox docker.`,
  );
}
