import { existsSync, readdirSync } from "node:fs";
import { rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import { removeTree, syncDirectory, temporarySibling } from "./files.ts";

/**
 * Puts a finished folder in another's place: the old one is moved aside, the new one gets its name, the old one goes.
 * Both lie on one file system. A process killed in between leaves what `settleLeftovers` mends.
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

/** What `temporarySibling` names: `.<name>.<purpose>-<eight digits>`. */
const temporaryName = /^\.(?<target>.+)\.(?<purpose>[a-z]+)-[0-9a-f]{8}$/;

/**
 * Clears a directory of what killed processes left: a folder that was moved aside and never replaced gets its name
 * back, everything unfinished goes. Only for a directory in which nobody else is at work.
 */
export async function settleLeftovers(directory: string): Promise<void> {
  for (const name of leftoversIn(directory)) {
    const { target, purpose } = temporaryName.exec(name)!.groups!;
    const original = join(directory, target!);
    if (purpose === "old" && !existsSync(original)) await rename(join(directory, name), original);
    else await removeTree(join(directory, name));
  }
}

/** Names of the temporary files and folders in a directory; none when there is no such directory. */
export function leftoversIn(directory: string): string[] {
  return existsSync(directory) ? readdirSync(directory).filter((name) => temporaryName.test(name)) : [];
}
