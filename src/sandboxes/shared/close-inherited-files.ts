import { closeSync, readdirSync, readFileSync } from "node:fs";

/** The flag of a descriptor that does not survive `exec`, as `/proc/self/fdinfo` shows it. */
const closeOnExec = 0o2000000;

let isDone = false;

/**
 * Closes the files that this process inherited from the shell or program that started it. Node opens its own files so that
 * child processes do not get them, but passes inherited ones on: an agent could read whatever the operator had open, the
 * answers included. Only Linux shows which these are; elsewhere nothing happens.
 */
export function closeInheritedFiles(): void {
  if (isDone || process.platform !== "linux") return;
  isDone = true;
  for (const name of readdirSync("/proc/self/fd")) {
    const descriptor = Number(name);
    if (descriptor > 2 && isInherited(descriptor)) closeSync(descriptor);
  }
}

function isInherited(descriptor: number): boolean {
  try {
    const flags = /^flags:\s+(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, "utf8"))?.[1];
    return flags !== undefined && (Number.parseInt(flags, 8) & closeOnExec) === 0;
  } catch {
    // The one that listed the folder is closed by now.
    return false;
  }
}
