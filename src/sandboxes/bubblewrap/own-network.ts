import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import type { Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { SandboxUnavailable } from "../../lib/errors.ts";
import { ownerMark, ownerVariable } from "../shared/owner.ts";
import type { SpawnedCommand, SpawnOptions } from "../shared/spawn-command.ts";
import { systemPath } from "../shared/system-path.ts";
import { type NetworkCarrier, nameServer } from "./network-carriers.ts";
import { pauseScript, spawnPaused } from "./spawn-paused.ts";

/** Who connects a command, and as which user the command runs. */
interface NetworkChoice {
  readonly carrier: NetworkCarrier;
  readonly user: number;
}

/** The content of `/etc/resolv.conf` inside: the carrier passes questions on to the host's name servers. */
export const ownNameServer = `nameserver ${nameServer}\n`;

const readyMs = 20_000;

/**
 * Starts a command line in a network namespace of its own, which leads everywhere except to the host's loopback addresses
 * and abstract sockets.
 *
 * @throws SandboxUnavailable when the namespace cannot be made or connected.
 */
export async function spawnWithNetwork(
  command: readonly string[],
  options: Omit<SpawnOptions, "onStatus">,
  choice: NetworkChoice,
): Promise<SpawnedCommand> {
  const spawned = await spawnPaused(command, options);
  try {
    if (!spawned.isReady) throw new SandboxUnavailable("The program unshare could not make a network namespace.");
    const disconnect = await connectNetwork(spawned.pid, choice);
    spawned.goOn();
    return { ...spawned, ended: spawned.ended.finally(disconnect) };
  } catch (error) {
    await spawned.giveUp();
    throw error;
  }
}

/**
 * What goes before the part of a command line that runs in the namespace: it makes the namespace, reports that, waits for a
 * line on the stream after `inputs` others and becomes the rest. It is the same process throughout.
 */
export function networkPrelude(inputs: number): string[] {
  const script = `${pauseScript(inputs)}; exec "$@"`;
  // The carrier wants to be root in the namespace.
  return ["unshare", "--user", "--map-root-user", "--net", "--", "/bin/sh", "-c", script, "sh"];
}

/** Connects a process's network namespace. The returned function ends the connection; so does the end of this process. */
async function connectNetwork(pid: number, { carrier, user }: NetworkChoice): Promise<() => void> {
  const line = [...guarded(carrier, user), carrier.program, ...carrier.options(pid)];
  const child = spawn(line[0]!, line.slice(1), {
    env: { PATH: systemPath, [ownerVariable]: ownerMark() },
    stdio: ["ignore", "ignore", "pipe", "pipe", "pipe"],
  });
  let said = "";
  let hasEnded = false;
  let hasReported = false;
  child.stderr!.on("data", (chunk: Buffer) => {
    if (said.length < 4096) said += chunk.toString("utf8");
  });
  (child.stdio[3] as Readable).once("data", () => {
    hasReported = true;
  });
  child.once("error", (error) => {
    said += error.message;
    hasEnded = true;
  });
  child.once("exit", () => {
    hasEnded = true;
  });
  const disconnect = (): void => void (child.stdio[4] as Writable).destroy();
  const latest = performance.now() + readyMs;
  while (!hasEnded && performance.now() < latest) {
    if (hasReported || (!carrier.usesStreams && (await hasRoute(pid)))) return disconnect;
    await sleep(20);
  }
  disconnect();
  throw new SandboxUnavailable(
    `${carrier.program} did not connect the network: ${said.trim() || "no reason given"}. Use --network none or --sandbox docker.`,
  );
}

/** What goes before a carrier that does not watch stream 4 by itself, or that refuses to run as root. */
function guarded({ usesStreams, refusesRoot }: NetworkCarrier, user: number): string[] {
  const watch = `"$@" 4<&- & carrier=$!; (read -r line <&4; kill -9 $carrier) & watch=$!; wait $carrier; kill -9 $watch`;
  const asUser = ["setpriv", "--reuid", String(user), "--regid", String(user), "--clear-groups"];
  return [
    ...(refusesRoot && process.getuid?.() === 0 ? asUser : []),
    ...(usesStreams ? [] : ["/bin/sh", "-c", watch, "sh"]),
  ];
}

/** Whether a way out has been set up in the network namespace of a process. */
async function hasRoute(pid: number): Promise<boolean> {
  const routes = await readFile(`/proc/${pid}/net/route`, "utf8").catch(() => "");
  return routes.split("\n").some((line) => line.split("\t")[1] === "00000000");
}
