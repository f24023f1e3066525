import { existsSync } from "node:fs";
import { chmod, lstat, mkdir, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { removeTree } from "../../lib/files/remove-tree.ts";
import { writeFileAtomically } from "../../lib/files/replace-file.ts";
import { walkFiles } from "../../lib/files/walk.ts";
import { sha256OfFile } from "../../lib/hashing.ts";
import { collectInside } from "../../sandboxes/shared/inside-files.ts";
import { formatHashList, type ListedHash } from "../record/hash-list.ts";
import type { FileSeal, RunEvent } from "../record/run-events.ts";
import { runFiles } from "../record/run-folder.ts";
import { takeOverFolder } from "./take-over-folder.ts";

/** What is kept of an agent's code and logs together. */
export const mostKeptBytes = 64 * 2 ** 30;

/** Far more than any competition's submission. A sparse file can be of any size and would fill the disk when copied. */
export const mostSubmissionBytes = 4 * 2 ** 30;

/**
 * Takes what the sandbox has handed over out of the workspace and lists the hash of every file. Nothing of the agent runs
 * any more. May be called again after a crash in the middle: what was taken already stays.
 */
export async function sealRun(
  folder: string,
  options: { readonly retain: boolean },
): Promise<Omit<Extract<RunEvent, { type: "sealed" }>, "type">> {
  const place = (name: keyof typeof runFiles): string => join(folder, runFiles[name]);
  // The list comes after everything is taken. If it exists, the workspace may be half removed, and must not be taken again.
  const { dropped, tooLarge } = existsSync(place("files")) ? { dropped: 0, tooLarge: null } : await takeWork(place);
  await linkForUpstream(folder);
  const listed = await hashFiles(folder);
  await writeFileAtomically(place("files"), formatHashList(listed));
  if (!options.retain) await removeTree(place("workspace"));
  const sealed = { submission: await sealOf(place("submission")), files: await sha256OfFile(place("files")), dropped };
  return tooLarge === null ? sealed : { ...sealed, tooLarge };
}

/** Size and hash of a file; null when there is no regular file. */
export async function sealOf(file: string): Promise<FileSeal | null> {
  const status = await lstat(file).catch(() => null);
  return status?.isFile() ? { bytes: status.size, sha256: await sha256OfFile(file) } : null;
}

/** Puts the submission, code and logs into the run's folder. Returns how many files were dropped. */
async function takeWork(
  place: (name: keyof typeof runFiles) => string,
): Promise<{ readonly dropped: number; readonly tooLarge: number | null }> {
  const workspace = place("workspace");
  const tooLarge = existsSync(workspace)
    ? await takeSubmission(join(workspace, "submission"), place("submission"))
    : null;
  let room = mostKeptBytes;
  let dropped = 0;
  for (const name of ["code", "logs"] as const) {
    const kept = await takeOverFolder(join(workspace, name), place(name), room);
    room -= kept.bytes;
    dropped += kept.dropped;
  }
  return { dropped, tooLarge };
}

/**
 * Only a regular file counts: a link could lead anywhere, and a folder of that name is not a table. Returns the size of one
 * that is too large.
 */
async function takeSubmission(source: string, target: string): Promise<number | null> {
  await removeTree(target);
  const status = await lstat(join(source, "submission.csv")).catch(() => null);
  if (!status?.isFile()) return null;
  if (status.size > mostSubmissionBytes) return status.size;
  await collectInside(source, "submission.csv", target);
  if (existsSync(target)) await chmod(target, 0o444);
  return null;
}

/** Upstream's tools look for `submission/submission.csv`. */
async function linkForUpstream(folder: string): Promise<void> {
  const link = join(folder, runFiles.linked);
  await rm(link, { force: true });
  if (!existsSync(join(folder, runFiles.submission))) return;
  await mkdir(join(folder, "submission"), { recursive: true });
  await symlink(join("..", runFiles.submission), link);
}

/** Every file that comes from the agent, sorted by path. */
async function hashFiles(folder: string): Promise<ListedHash[]> {
  const paths: string[] = [];
  for (const name of [runFiles.output, runFiles.calls, runFiles.bodies, runFiles.submission]) {
    if (existsSync(join(folder, name))) paths.push(name);
  }
  for (const name of [runFiles.candidates, runFiles.code, runFiles.logs]) {
    if (!existsSync(join(folder, name))) continue;
    for await (const { path } of walkFiles(join(folder, name))) paths.push(`${name}/${path}`);
  }
  paths.sort();
  const hashes = new Array<ListedHash>(paths.length);
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next++; index < paths.length; index = next++) {
      const path = paths[index]!;
      hashes[index] = { path, sha256: await sha256OfFile(join(folder, path)) };
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return hashes;
}
