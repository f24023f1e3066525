import { isOwnerGone, ownerVariable } from "./owner.ts";
import { descendants, listProcesses, processesWith, signalProcess } from "./process-tree.ts";

/**
 * Kills the processes that carry the mark of an owner that has exited, their descendants, and their sessions, which we made
 * for them. Repeats until nothing is left, because a process may fork in between. Returns how many there were at first.
 */
export function reapProcesses(): number {
  let first: number | null = null;
  for (let round = 0; round < 20; round += 1) {
    const orphans = orphanedProcesses();
    first ??= orphans.length;
    if (orphans.length === 0) break;
    for (const pid of orphans) signalProcess(pid, "SIGKILL");
  }
  return first ?? 0;
}

function orphanedProcesses(): number[] {
  const marked = processesWith(ownerVariable).filter(({ value }) => isOwnerGone(value));
  if (marked.length === 0) return [];
  const all = listProcesses();
  const numbers = new Set(marked.map(({ pid }) => pid));
  const sessions = new Set(all.filter(({ pid }) => numbers.has(pid)).map(({ session }) => session));
  // Zero stands for a session in another container; our own was not made for a command.
  sessions.delete(0);
  sessions.delete(all.find(({ pid }) => pid === process.pid)?.session ?? 0);
  for (const entry of all) if (sessions.has(entry.session)) numbers.add(entry.pid);
  for (const { pid } of marked) for (const entry of descendants(pid, all)) numbers.add(entry.pid);
  numbers.delete(process.pid);
  return [...numbers];
}
