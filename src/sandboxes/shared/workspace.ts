import { randomInt } from "node:crypto";
import { chmod, chown, lstat, mkdir, readdir, realpath } from "node:fs/promises";
import path from "node:path";
import type { SandboxSpec } from "../../contracts/sandbox.ts";
import { hasCode } from "../../lib/error-code.ts";
import { UsageError } from "../../lib/errors.ts";
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
 * Makes the writable folders, empty. As root, gives them to a user number of their own, so that the processes inside own
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
    if ((await readdir(child)).length > 0) {
      throw new UsageError(`The workspace ${folder} is not empty: ${name} holds files of an earlier run.`);
    }
    await close(child);
  }
  return { folder, publicData, user, group };
}

/**
 * Bytes on disk below the writable folders. Every entry counts as at least 1 KiB, so that empty files are not free. A folder
 * that cannot be read (closed, or too deep for a path) counts as infinite, so that nothing can be hidden in it.
 */
export async function diskUse(workspace: Workspace): Promise<number> {
  let total = 0;
  const pending = writableFolders.map((name) => path.join(workspace.folder, name));
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    const children = await readFolder(folder);
    if (children === null) return Number.POSITIVE_INFINITY;
    for (const child of children) {
      const absolute = path.join(folder, child.name);
      if (child.isDirectory()) pending.push(absolute);
      const status = await lstat(absolute).catch(() => null);
      total += Math.max(1024, (status?.blocks ?? 0) * 512);
    }
  }
  return total;
}

/** A folder can disappear at any time while the agent works. */
async function readFolder(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (hasCode(error, "EACCES", "ENAMETOOLONG")) return null;
    if (hasCode(error, "ENOENT", "ENOTDIR")) return [];
    throw error;
  }
}
