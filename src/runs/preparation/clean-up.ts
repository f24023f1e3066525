import { existsSync, lstatSync } from "node:fs";
import { competitionFolder } from "../../facts/competition-folder.ts";
import type { CompetitionFacts } from "../../facts/facts.ts";
import { isLocked, withLock } from "../../lib/files/lock-file.ts";
import { removeTree } from "../../lib/files/remove-tree.ts";
import { walk } from "../../lib/files/walk.ts";
import { settleCompetition } from "./prepare-competition.ts";
import { isPrepared, preparedState } from "./prepared-state.ts";

export interface CleanUpOptions {
  readonly dataDirectory: string;
  readonly archives: boolean;
  readonly raw: boolean;
  /** Also clean up competitions that are not prepared, although their archives must be downloaded again. */
  readonly force: boolean;
  readonly dryRun: boolean;
}

/** What was removed from one competition, or would be. */
export interface CleanedUp {
  readonly competitionId: string;
  readonly removed: readonly string[];
  /** Disk space that becomes free. Files that `prepared/` shares with `raw/` do not count. */
  readonly freedBytes: number;
  /** Why nothing was removed although there is something to remove. */
  readonly skipped: "not-prepared" | "in-use" | null;
}

/** Removes a competition's archive and extracted raw data. Prepared data stays. */
export async function cleanUp(facts: CompetitionFacts, options: CleanUpOptions): Promise<CleanedUp> {
  const folder = competitionFolder(options.dataDirectory, facts.id);
  const candidates = [
    ...(options.raw ? [folder.raw] : []),
    ...(options.archives ? [folder.archive, `${folder.archive}.partial`, `${folder.archive}.partial.json`] : []),
  ];
  const removed = candidates.filter((path) => existsSync(path));
  const nothing = { competitionId: facts.id, removed: [], freedBytes: 0 };
  if (removed.length === 0) return { ...nothing, skipped: null };
  if (isLocked(folder.lock)) return { ...nothing, skipped: "in-use" };
  const state = await preparedState(facts, options.dataDirectory);
  if (!isPrepared(state) && !options.force) return { ...nothing, skipped: "not-prepared" };

  let freedBytes = 0;
  for (const path of removed) freedBytes += await ownBytes(path);
  if (!options.dryRun) {
    await withLock(folder.lock, `The data of \`${facts.id}\` in ${folder.root}`, async () => {
      await settleCompetition(folder);
      for (const path of removed) await removeTree(path);
    });
  }
  return { competitionId: facts.id, removed, freedBytes, skipped: null };
}

/** Disk space that removing a tree frees: files with another hard link do not count. */
async function ownBytes(path: string): Promise<number> {
  const stats = lstatSync(path);
  if (!stats.isDirectory()) return stats.nlink > 1 ? 0 : stats.blocks * 512;
  let total = 0;
  for await (const entry of walk(path)) {
    if (entry.type === "directory") continue;
    const { nlink, blocks } = lstatSync(entry.absolute);
    if (nlink === 1) total += blocks * 512;
  }
  return total;
}
