import { resolve } from "node:path";
import { defaultDataDirectory } from "../../facts/data-directory.ts";
import { loadFacts } from "../../facts/facts.ts";
import { formatBytes } from "../../lib/format-bytes.ts";
import { type CleanedUp, cleanUp } from "../../runs/preparation/clean-up.ts";
import { exitCodes } from "../exit-codes.ts";
import { cleanupJson } from "../json/cleanup-json.ts";
import { note, print, printJson } from "../output.ts";
import { selectCompetitions } from "../select-competitions.ts";
import type { CleanupOptions } from "./cleanup.options.ts";

export async function run(options: CleanupOptions): Promise<number> {
  const both = options.archives !== true && options.raw !== true;
  const results: CleanedUp[] = [];
  for (const id of selectCompetitions(options)) {
    const result = await cleanUp(loadFacts(id), {
      dataDirectory: resolve(options.dataDir ?? defaultDataDirectory()),
      archives: both || options.archives === true,
      raw: both || options.raw === true,
      force: options.force ?? false,
      dryRun: options.dryRun ?? false,
    });
    results.push(result);
    describe(result, options.dryRun === true);
  }
  const freed = results.reduce((sum, { freedBytes }) => sum + freedBytes, 0);
  if (options.json) {
    printJson(cleanupJson(results, { dryRun: options.dryRun ?? false }));
  } else print(`${options.dryRun ? "Would free" : "Freed"} ${formatBytes(freed)}.`);
  return results.some(({ skipped }) => skipped !== null) ? exitCodes.failedItems : exitCodes.done;
}

function describe({ competitionId, removed, freedBytes, skipped }: CleanedUp, dryRun: boolean): void {
  if (skipped === "in-use") note(`${competitionId}: kept: another process is preparing it`);
  else if (skipped === "not-prepared")
    note(`${competitionId}: kept: it is not prepared; use --force to remove it anyway`);
  for (const path of removed) note(`${competitionId}: ${dryRun ? "would remove" : "removed"} ${path}`);
  if (removed.length > 0 && freedBytes === 0)
    note(`${competitionId}: nothing was freed, because prepared/ shares these files`);
}
