import { existsSync, type Stats } from "node:fs";
import { chmod, lstat, mkdir, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { removeLargeTree, removeTree } from "../../lib/files/remove-tree.ts";
import { sha256OfFile } from "../../lib/hashing.ts";
import { Pace } from "../../lib/pace.ts";
import { closeLedger } from "../../models/ledger/ledger.ts";
import { collectInside } from "../../sandboxes/shared/inside-files.ts";
import type { FileSeal, RunEvent } from "../record/run-events.ts";
import { runFiles } from "../record/run-folder.ts";
import { DroppedFiles } from "./dropped-files.ts";
import { takeOverFolder } from "./take-over-folder.ts";
import { writeHashList } from "./write-hash-list.ts";

/** What is kept of an agent's code and logs together. */
export const mostKeptBytes = 64 * 2 ** 30;

/** Far more than any competition's submission. A sparse file can be of any size and would fill the disk when copied. */
export const mostSubmissionBytes = 4 * 2 ** 30;

/** Files and folders in an agent's code and logs together that are kept. */
const mostKeptEntries = 500_000;

/** What sealing needs to know. */
interface SealOptions {
  /** Keeps the workspace. */
  readonly retain: boolean;
  /** Aborted when sealing is to be given up for now. */
  readonly signal?: AbortSignal;
  /** Default: `mostKeptEntries`. */
  readonly mostEntries?: number;
}

/**
 * Takes what the sandbox has handed over out of the workspace and lists the hash of every file. Nothing of the agent runs
 * any more. May be called again after it was cut off in the middle: what was taken already stays.
 */
export async function sealRun(
  folder: string,
  { retain, signal, mostEntries = mostKeptEntries }: SealOptions,
): Promise<Omit<Extract<RunEvent, { type: "sealed" }>, "type">> {
  const place = (name: keyof typeof runFiles): string => join(folder, runFiles[name]);
  const pace = new Pace(signal);
  const dropped = new DroppedFiles(folder, place("workspace"));
  // The list comes after everything is taken. If it exists, the workspace may be half removed, and must not be taken again.
  const tooLarge = existsSync(place("files")) ? null : await takeWork(place, mostEntries, dropped, pace);
  await linkForUpstream(folder);
  closeLedger(folder);
  await writeHashList(folder, pace);
  if (!retain) await removeLargeTree(place("workspace"), signal);
  return {
    submission: await sealOf(place("submission")),
    files: await sha256OfFile(place("files")),
    dropped: dropped.total,
    ...(dropped.total === 0 ? {} : { droppedBy: dropped.groups() }),
    ...(tooLarge === null ? {} : { tooLarge }),
  };
}

/** Size and hash of a file; null when there is no regular file. */
export async function sealOf(file: string): Promise<FileSeal | null> {
  const status = await lstat(file).catch(() => null);
  return status?.isFile() ? { bytes: status.size, sha256: await sha256OfFile(file) } : null;
}

/** Puts the submission, code and logs into the run's folder. Returns the size of a submission that is too large. */
async function takeWork(
  place: (name: keyof typeof runFiles) => string,
  mostEntries: number,
  dropped: DroppedFiles,
  pace: Pace,
): Promise<number | null> {
  const workspace = place("workspace");
  const tooLarge = existsSync(workspace)
    ? await takeSubmission(join(workspace, "submission"), place("submission"), pace.signal)
    : null;
  let bytes = mostKeptBytes;
  let entries = mostEntries;
  for (const name of ["code", "logs"] as const) {
    const room = { bytes, entries };
    const kept = await takeOverFolder(join(workspace, name), place(name), room, { dropped, pace });
    bytes -= kept.bytes;
    entries -= kept.entries;
  }
  return tooLarge;
}

/**
 * Only a regular file counts: a link could lead anywhere, and a folder of that name is not a table. Returns the size of one
 * that is too large.
 */
async function takeSubmission(source: string, target: string, signal?: AbortSignal): Promise<number | null> {
  await removeTree(target);
  await openToUs(source, "isDirectory");
  const status = await openToUs(join(source, "submission.csv"), "isFile");
  if (status === null) return null;
  if (status.size > mostSubmissionBytes) return status.size;
  await collectInside(source, "submission.csv", target, signal === undefined ? {} : { signal });
  if (existsSync(target)) await chmod(target, 0o444);
  return null;
}

/** Null when there is nothing of this kind. An agent that runs as our own user may have taken away our permissions. */
async function openToUs(path: string, kind: "isFile" | "isDirectory"): Promise<Stats | null> {
  const status = await lstat(path).catch(() => null);
  if (!status?.[kind]()) return null;
  await chmod(path, 0o700);
  return status;
}

/** Upstream's tools look for `submission/submission.csv`. */
async function linkForUpstream(folder: string): Promise<void> {
  const link = join(folder, runFiles.linked);
  await rm(link, { force: true });
  if (!existsSync(join(folder, runFiles.submission))) return;
  await mkdir(join(folder, "submission"), { recursive: true });
  await symlink(join("..", runFiles.submission), link);
}
