import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { z } from "zod";
import { type DockerEngine, dockerEngine } from "./docker-engine.ts";

const ownerLabel = "mlebench.owner";
const containers = z.array(z.object({ Id: z.string(), Labels: z.record(z.string(), z.string()).nullable() }));

/** Labels by which a container's owner is known after a crash: the process, when it started, and the machine. */
export function ownerLabels(name: string): Record<string, string> {
  return { "mlebench.run": name, [ownerLabel]: `${process.pid} ${startOf(process.pid)} ${hostname()}` };
}

/** Removes the containers of processes of ours, on this machine, that are no more. Returns how many. */
export async function reapContainers(socket: string): Promise<number> {
  const engine = dockerEngine(socket);
  const filters = encodeURIComponent(JSON.stringify({ label: [ownerLabel] }));
  const found = containers.parse(await engine.demand("GET", `/containers/json?all=1&filters=${filters}`));
  const orphans = found.filter(({ Labels }) => isOrphan(Labels?.[ownerLabel] ?? ""));
  for (const { Id } of orphans) await removeContainer(engine, Id);
  return orphans.length;
}

/** Ends and removes a container; one that is gone, or going, is fine. */
export async function removeContainer(engine: DockerEngine, container: string): Promise<void> {
  const answer = await engine.ask("DELETE", `/containers/${container}?force=1&v=1`);
  if (![404, 409].includes(answer.status) && answer.status >= 400) {
    await engine.demand("DELETE", `/containers/${container}?force=1&v=1`);
  }
}

function isOrphan(owner: string): boolean {
  const [pid, started, ...host] = owner.split(" ");
  // Whether a process of another machine lives cannot be known from here.
  return host.join(" ") === hostname() && started !== startOf(Number(pid));
}

/** A process's start time tells it from a later one with the same number; empty when there is none. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]!;
  } catch {
    return process.platform === "linux" ? "gone" : aliveElsewhere(pid);
  }
}

function aliveElsewhere(pid: number): string {
  try {
    process.kill(pid, 0);
    return "alive";
  } catch {
    return "gone";
  }
}
