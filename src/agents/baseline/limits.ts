import { totalmem } from "node:os";
import type { TaskLimits } from "./reading/find-task.ts";

/** Bytes of memory that this process may use: the container's limit, or else all of the machine's. */
export function memoryBytes(): number {
  const constrained = process.constrainedMemory?.() ?? 0;
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}

/** How much to read and to learn from within the memory and the time available. */
export function limitsFor({ seed, deadline }: { readonly seed: number; readonly deadline: number }): TaskLimits {
  const seconds = Math.max(0, (deadline - Date.now()) / 1000);
  const jsonBytes = Math.min(400e6, memoryBytes() / 20);
  const bytes = Math.min(jsonBytes, Math.max(4e6, 1e6 * seconds));
  const rows = Math.floor(Math.min(250_000, memoryBytes() / 16_000, Math.max(5000, 1000 * seconds)));
  return { seed, bytes, jsonBytes, rows, deadline: Date.now() + 250 * seconds };
}
