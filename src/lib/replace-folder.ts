import { existsSync, readdirSync } from "node:fs";
import { rename } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { removeTree, syncDirectory, temporarySibling } from "./files.ts";

/**
 * Puts a finished folder in another's place: the old one is moved aside, the new one gets its name, the old one goes.
 * Both lie on one file system. A process killed in between leaves what `settleFolder` mends.
 */
export async function replaceFolder(finished: string, target: string): Promise<void> {
  const aside = existsSync(target) ? temporarySibling(target, "old") : null;
  if (aside !== null) await rename(target, aside);
  try {
    await rename(finished, target);
  } catch (error) {
    if (aside !== null) await rename(aside, target);
    throw error;
  }
  await syncDirectory(dirname(target));
  if (aside !== null) await removeTree(aside);
}

/** Undoes what killed processes left of a folder: brings back one that was moved aside, removes unfinished ones. */
export async function settleFolder(target: string): Promise<void> {
  for (const name of leftoversOf(target)) {
    const path = join(dirname(target), name);
    if (name.startsWith(`.${basename(target)}.old-`) && !existsSync(target)) await rename(path, target);
    else await removeTree(path);
  }
}

/** Names of what killed processes left beside a folder (see `temporarySibling`). */
export function leftoversOf(target: string): string[] {
  const prefix = `.${basename(target)}.`;
  const parent = dirname(target);
  return existsSync(parent) ? readdirSync(parent).filter((name) => name.startsWith(prefix)) : [];
}
