import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { FileVersion, Sandbox } from "../../contracts/sandbox.ts";
import { removeTree } from "../../lib/files/remove-tree.ts";
import type { Journal } from "../record/journal.ts";
import type { RunEvent } from "../record/run-events.ts";
import { runFiles } from "../record/run-folder.ts";
import type { AttemptFailure } from "./attempt-failure.ts";
import { sealOf } from "./seal-run.ts";

/** So that an agent that writes a new submission every second does not fill the disk. */
const mostCandidates = 1000;
const mostBytes = 4 * 2 ** 30;

interface Watched {
  readonly sandbox: Sandbox;
  readonly folder: string;
  readonly journal: Journal<RunEvent>;
  readonly elapsedMs: () => number;
  /** Learns of a version that could not be kept. */
  readonly failure: AttemptFailure;
}

/**
 * Keeps a copy of every version of the submission as the agent writes it, with its time and hash. The returned function
 * stops it after a last look.
 */
export function watchCandidates({ sandbox, folder, journal, elapsedMs, failure }: Watched): () => Promise<void> {
  let number = 0;
  let bytes = 0;
  let last = "";
  const submission = `${sandbox.paths.submission}/submission.csv`;
  const keep = async (version: FileVersion): Promise<void> => {
    if (number >= mostCandidates || bytes + version.bytes > mostBytes) return;
    const file = join(runFiles.candidates, `${number + 1}.csv`);
    const target = join(folder, file);
    await mkdir(join(folder, runFiles.candidates), { recursive: true });
    // A part of a copy is nothing that a record could explain.
    await sandbox.collect(submission, target).catch(async (error) => {
      await removeTree(target);
      throw error;
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
