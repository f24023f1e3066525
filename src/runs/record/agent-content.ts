import { z } from "zod";
import type { AgentChoice } from "../../agents/agent-choice.ts";
import { sha256 } from "../../lib/hashing.ts";

const named = z.record(z.string(), z.string());

/** What identifies an agent, wherever its files are and whatever it is called. */
export const agentContent = z.object({
  /** Of the agent's kind, its settings, and everything below. */
  hash: z.string(),
  /** The hash of each of its files and folders. The group's folder has copies of them. */
  files: named,
  /** Versions and hashes of what else it consists of. */
  versions: named,
  /** The digest of the image that it runs in. */
  image: z.string().exactOptional(),
});
export type AgentContent = z.infer<typeof agentContent>;

/** The content of an agent. Settings that only say where its files are do not count. */
export function contentOf({ name, settings }: AgentChoice, parts: Omit<AgentContent, "hash">): AgentContent {
  const { files, versions, image } = parts;
  const others = Object.entries(settings).filter(([key]) => files[key] === undefined);
  const hash = sha256(JSON.stringify([name, sorted(others), sorted(Object.entries(flat(parts)))]));
  return { hash, files, versions, ...(image === undefined ? {} : { image }) };
}

function sorted<T>(entries: readonly [string, T][]): [string, T][] {
  return entries.toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function flat({ files, versions, image }: Omit<AgentContent, "hash">): Record<string, string> {
  return { ...files, ...versions, ...(image === undefined ? {} : { image }) };
}

/** The names of the parts in which two agents differ. An image that could not be looked up differs from none. */
export function changedParts(before: AgentContent, now: AgentContent): string[] {
  if (before.hash === now.hash) return [];
  const [old, recent] = [flat(before), flat(now)];
  const names = new Set([...Object.keys(old), ...Object.keys(recent)]);
  if (now.image === undefined) names.delete("image");
  return [...names].filter((name) => old[name] !== recent[name]).sort();
}

/** A hash as messages show it. */
export function shortHash(hash: string): string {
  return hash.slice(0, 16);
}
