import { randomInt } from "node:crypto";
import { lstatSync } from "node:fs";
import { chmod, chown, lchown, mkdir, readdir, realpath } from "node:fs/promises";
import path from "node:path";
import type { SandboxSpec } from "../../contracts/sandbox.ts";
import { hasCode } from "../../lib/error-code.ts";
import { UsageError } from "../../lib/errors.ts";
import { folderEntries } from "../../lib/files/folder-entries.ts";
import { Pace } from "../../lib/pace.ts";
import { sharedFolders } from "./sandbox-files.ts";

/** The folders an agent may write. `tmp` is the sandbox's `/tmp`; it counts as disk use and is not collected. */
const writableFolders = [...sharedFolders, "tmp"] as const;

/** The folder of a sandbox that works on the host. */
export interface Workspace {
  readonly folder: string;
  readonly publicData: string;
  /** Owner of the writable folders: a user that owns nothing else, or our own user when we are not root. */
  readonly user: number;
  readonly group: number;
}

/**
 * Makes the writable folders, empty, or takes over those of an earlier sandbox. As root, gives them to a user number of their own, so that the processes inside own
 * nothing on the host even if they escape, and are counted separately from those of other runs.
 */
export async function makeWorkspace(spec: SandboxSpec): Promise<Workspace> {
  const publicData = await realpath(spec.publicData).catch(() => {
    throw new UsageError(
      `The public data of ${spec.name} is missing: ${spec.publicData}. Run \`mlebench prepare\` for the competition first.`,
    );
  });
  const root = process.getuid?.() === 0;
  const user = root ? 2_000_000_000 + randomInt(100_000_000) : (process.getuid?.() ?? 0);
  const group = root ? user : (process.getgid?.() ?? 0);
  await mkdir(spec.workspace, { recursive: true });
  const folder = await realpath(spec.workspace);
  const close = async (closed: string): Promise<void> => {
    await chmod(closed, 0o700);
    if (root) await chown(closed, user, group);
  };
  await close(folder);
  for (const name of writableFolders) {
    const child = path.join(folder, name);
    await mkdir(child, { recursive: true });
    if (spec.continued) {
      if (root) await giveAll(child, user, group);
    } else if ((await readdir(child)).length > 0) {
      throw new UsageError(`The workspace ${folder} is not empty: ${name} holds files of an earlier run.`);
    }
    await close(child);
  }
  return { folder, publicData, user, group };
}

/** Changes the owner of everything in a folder. No process of the earlier owner runs any more. */
async function giveAll(folder: string, user: number, group: number): Promise<void> {
  for (const child of await readdir(folder, { withFileTypes: true })) {
    const absolute = path.join(folder, child.name);
    if (child.isDirectory()) await giveAll(absolute, user, group);
    await lchown(absolute, user, group);
  }
}

/**
 * Bytes on disk below the writable folders. Every entry counts as at least 1 KiB, so that empty files are not free. A folder
 * that cannot be read (closed, or too deep for a path) counts as infinite, so that nothing can be hidden in it.
 */
export async function diskUse(workspace: Workspace): Promise<number> {
  const pace = new Pace();
  let total = 0;
  // Paths are bytes: a name that is not UTF-8 could not be found again as a string.
  const pending = writableFolders.map((name) => Buffer.from(path.join(workspace.folder, name)));
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    try {
      for (const child of folderEntries(folder)) {
        const place = Buffer.concat([folder, Buffer.from("/"), child.name]);
        if (child.isDirectory()) pending.push(place);
        total += Math.max(1024, blocksOf(place) * 512);
        await pace.next();
      }
    } catch (error) {
      if (hasCode(error, "EACCES", "ENAMETOOLONG")) return Number.POSITIVE_INFINITY;
      // A folder can disappear at any time while the agent works.
      if (!hasCode(error, "ENOENT", "ENOTDIR")) throw error;
    }
  }
  return total;
}

function blocksOf(place: Buffer): number {
  try {
    return lstatSync(place, { throwIfNoEntry: false })?.blocks ?? 0;
  } catch {
    return 0;
  }
}
