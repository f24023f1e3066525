import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { FileVersion, Sandbox } from "../../contracts/sandbox.ts";
import { removeTree } from "../../lib/files/remove-tree.ts";
import type { Journal } from "../../lib/journal/journal.ts";
import type { RunEvent } from "../record/run-events.ts";
import { runFiles } from "../record/run-folder.ts";
import type { AttemptFailure } from "./attempt-failure.ts";
import { sealOf } from "./seal-run.ts";

/** So that an agent that writes a new submission every second does not fill the disk. */
const mostCandidates = 1000;
const mostBytes = 4 * 2 ** 30;
/** Nor one that has a disk limit and writes files full of holes, which take room only when they are copied. */
const mostBytesUnder = (diskMb = Number.POSITIVE_INFINITY): number => Math.min(mostBytes, diskMb * 2 ** 20);

interface Watched {
  readonly sandbox: Sandbox;
  readonly folder: string;
  readonly journal: Journal<RunEvent>;
  readonly elapsedMs: () => number;
  /** Learns of a version that could not be kept. */
  readonly failure: AttemptFailure;
  /** The run's disk limit, which the copies together observe as well. */
  readonly diskMb: number | undefined;
  /** Aborted when the run must end: a copy in progress is given up. */
  readonly signal: AbortSignal;
  /** The versions that an earlier host has kept of the same attempt. */
  readonly kept?: readonly Extract<RunEvent, { type: "candidate" }>[];
}

/**
 * Keeps a copy of every version of the submission as the agent writes it, with its time and hash. The returned function
 * stops it after a last look.
 */
export function watchCandidates(watched: Watched): () => Promise<void> {
  const { sandbox, folder, journal, elapsedMs, failure, signal } = watched;
  const room = mostBytesUnder(watched.diskMb);
  const { kept = [] } = watched;
  let number = kept.length;
  let bytes = kept.reduce((sum, candidate) => sum + candidate.bytes, 0);
  let last = kept.at(-1)?.sha256 ?? "";
  const submission = `${sandbox.paths.submission}/submission.csv`;
  const keep = async (version: FileVersion): Promise<void> => {
    if (signal.aborted || number >= mostCandidates || bytes + version.bytes > room) return;
    const file = join(runFiles.candidates, `${number + 1}.csv`);
    const target = join(folder, file);
    await mkdir(join(folder, runFiles.candidates), { recursive: true });
    // Left by a host that was killed before it recorded it.
    await removeTree(target);
    // A part of a copy is nothing that a record could explain.
    await sandbox.collect(submission, target, { maxBytes: room - bytes, signal }).catch(async (error) => {
      await removeTree(target);
      if (!signal.aborted) throw error;
    });
    const seal = await sealOf(target);
    // It is gone again, is not a file any more, or was rewritten with the same content.
    if (seal === null || seal.sha256 === last) return await removeTree(target);
    last = seal.sha256;
    number += 1;
    bytes += seal.bytes;
    journal.append({ type: "candidate", elapsedMs: elapsedMs(), file, ...seal });
  };
  return sandbox.watch(submission, (version) => failure.watch(() => keep(version)));
}
