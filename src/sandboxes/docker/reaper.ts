import { z } from "zod";
import { isOwnerGone, ownerLabel, ownerMark } from "../shared/owner.ts";
import type { DockerEngine } from "./engine.ts";

const retainLabel = "mlebench.retain";
const labelled = { Id: z.string(), Labels: z.record(z.string(), z.string()).nullish() };
const containers = z.array(z.object({ ...labelled, State: z.string() }));
const networks = z.array(z.object(labelled));

/** Labels that say, after a crash, which process owned a container or network, and whether to keep it once it has stopped. */
export function ownerLabels(name: string, retain = false): Record<string, string> {
  return { "mlebench.run": name, [ownerLabel]: ownerMark(), ...(retain ? { [retainLabel]: "true" } : {}) };
}

/**
 * Removes the containers and networks of our processes on this machine that have exited. Containers to be kept are only
 * stopped. Returns how many were stopped or removed.
 */
export async function reapContainers(engine: DockerEngine): Promise<number> {
  const filters = encodeURIComponent(JSON.stringify({ label: [ownerLabel] }));
  const isOrphan = ({ Labels }: { Labels?: Record<string, string> | null | undefined }): boolean =>
    isOwnerGone(Labels?.[ownerLabel] ?? "");
  const found = containers.parse(await engine.demand("GET", `/containers/json?all=1&filters=${filters}`));
  const orphans = found
    .filter(isOrphan)
    .filter(({ Labels, State }) => Labels?.[retainLabel] === undefined || State === "running");
  for (const { Id, Labels } of orphans) {
    if (Labels?.[retainLabel] === undefined) await removeContainer(engine, Id);
    else await engine.ask("POST", `/containers/${Id}/kill`);
  }
  const nets = networks.parse(await engine.demand("GET", `/networks?filters=${filters}`)).filter(isOrphan);
  for (const { Id } of nets) await removeNetwork(engine, Id);
  return orphans.length + nets.length;
}

/** Stops and removes a container, unless it is gone or being removed already. */
export async function removeContainer(engine: DockerEngine, container: string): Promise<void> {
  const answer = await engine.ask("DELETE", `/containers/${container}?force=1&v=1`);
  if (![404, 409].includes(answer.status) && answer.status >= 400) {
    await engine.demand("DELETE", `/containers/${container}?force=1&v=1`);
  }
}

/** Removes a network, unless it is gone already. */
export async function removeNetwork(engine: DockerEngine, network: string): Promise<void> {
  const answer = await engine.ask("DELETE", `/networks/${network}`);
  if (answer.status !== 404 && answer.status >= 400) await engine.demand("DELETE", `/networks/${network}`);
}
