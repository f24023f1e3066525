import { existsSync, readdirSync } from "node:fs";
import { rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import { removeTree } from "./remove-tree.ts";
import { syncDirectory } from "./replace-file.ts";
import { temporaryName, temporarySibling } from "./temporary-sibling.ts";

/**
 * Replaces a folder with a finished one on the same file system: moves the old one aside, renames the new one, removes
 * the old one. If the process is killed in between, `settleLeftovers` restores order.
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

/**
 * Cleans up after killed processes: a folder that was moved aside and never replaced gets its name back; unfinished
 * files and folders are removed. Call it only while no other process works in the directory.
 */
export async function settleLeftovers(directory: string): Promise<void> {
  for (const name of leftoversIn(directory)) {
    const { target, purpose } = temporaryName.exec(name)!.groups!;
    const original = join(directory, target!);
    if (purpose === "old" && !existsSync(original)) await rename(join(directory, name), original);
    else await removeTree(join(directory, name));
  }
}

/** Names of the temporary files and folders in a directory, which need not exist. */
export function leftoversIn(directory: string): string[] {
  return existsSync(directory) ? readdirSync(directory).filter((name) => temporaryName.test(name)) : [];
}
