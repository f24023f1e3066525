import { existsSync } from "node:fs";
import { mkdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { removeLargeTree, removeTree } from "../../lib/files/remove-tree.ts";
import { closeLedger } from "../../models/ledger/ledger.ts";
import type { RunEvent } from "../record/run-events.ts";
import { runFiles } from "../record/run-folder.ts";

/**
 * Moves the files of an attempt to `attempts/<n>`. Its workspace is removed first: nothing in it was submitted, and it may
 * be what fills the disk.
 */
export async function setAside(folder: string, attempt: number): Promise<void> {
  const target = join(folder, runFiles.attempts, String(attempt));
  closeLedger(folder);
  await removeLargeTree(join(folder, runFiles.workspace));
  const { record, output, calls, bodies, candidates, submission, code, logs, files, grade } = runFiles;
  for (const name of [record, output, calls, bodies, candidates, submission, code, logs, files, grade]) {
    if (!existsSync(join(folder, name))) continue;
    await mkdir(target, { recursive: true });
    await removeTree(join(target, name));
    await rename(join(folder, name), join(target, name));
  }
  await removeTree(join(folder, "submission"));
}

/** Makes room on a full disk: removes everything of an agent's work that can be large, from wherever sealing has moved it. */
export async function removeWork(folder: string): Promise<void> {
  for (const name of [runFiles.workspace, runFiles.code, runFiles.logs]) await removeLargeTree(join(folder, name));
}

/**
 * The number of the last attempt, 0 before the first, and whether its files were already moved aside. An attempt whose
 * sandbox could not be opened has no `opened`.
 */
export function attemptsSoFar(events: readonly RunEvent[]): { readonly number: number; readonly isAside: boolean } {
  let number = 0;
  let isAside = true;
  for (const event of events) {
    if (event.type === "opened" || event.type === "interrupted") number = event.attempt;
    else if (event.type === "stopped" && isAside) number += 1;
    if (event.type === "interrupted") isAside = true;
    else if (event.type === "opened" || event.type === "stopped") isAside = false;
  }
  return { number, isAside };
}
