import { existsSync, lstatSync } from "node:fs";
import { mkdir, mkdtemp, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isLocked, takeLock } from "../../lib/files/lock-file.ts";
import { removeTree } from "../../lib/files/remove-tree.ts";

const prefix = "mlebench-run-";
/** Names the process that uses the folder. */
const lockName = "lock";
/** A folder without a lock is being made, or is left from a version that had no locks. */
const unlockedMs = 7 * 24 * 3_600_000;

/** An empty folder for temporary files, which only this user can open. */
export interface ScratchFolder {
  readonly folder: string;
  /** Never rejects: what cannot be removed now is swept later. */
  remove(): Promise<void>;
}

export async function makeScratch(): Promise<ScratchFolder> {
  const root = await mkdtemp(join(tmpdir(), prefix));
  const remove = (): Promise<void> => removeTree(root).catch(() => undefined);
  try {
    takeLock(join(root, lockName), `The folder ${root}`);
    const folder = join(root, "scratch");
    await mkdir(folder, { mode: 0o700 });
    return { folder, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Removes the scratch folders of processes that were killed. What cannot be removed stays. */
export async function sweepScratch(parent = tmpdir()): Promise<void> {
  const names = (await readdir(parent).catch(() => [])).filter((name) => name.startsWith(prefix));
  const deserted = names.map((name) => join(parent, name)).filter(isDeserted);
  await Promise.allSettled(deserted.map(removeTree));
}

/** Every user may write to the folder for temporary files: only folders of this user are looked at. */
function isDeserted(folder: string): boolean {
  const status = lstatSync(folder, { throwIfNoEntry: false });
  if (status?.isDirectory() !== true || status.uid !== process.getuid?.()) return false;
  const lock = join(folder, lockName);
  return existsSync(lock) ? !isLocked(lock) : Date.now() - status.mtimeMs > unlockedMs;
}
