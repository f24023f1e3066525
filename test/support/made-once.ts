import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { inject } from "vitest";
import { hasCode } from "../../src/lib/error-code.ts";

/**
 * A folder that the files of a suite share: the first to ask for it makes it, the others wait for that. Tests only read it;
 * what they change is a copy.
 */
export async function madeOnce(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const [made, unfinished] = [join(inject("sharedFolder"), name), join(inject("sharedFolder"), `${name}.unfinished`)];
  while (!existsSync(made)) {
    if (!claim(unfinished)) {
      await sleep(20);
      continue;
    }
    try {
      // Another file may have finished it since the first look.
      if (!existsSync(made)) {
        await make(unfinished);
        renameSync(unfinished, made);
      }
    } finally {
      rmSync(unfinished, { recursive: true, force: true });
    }
  }
  return made;
}

function claim(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    throw error;
  }
}
