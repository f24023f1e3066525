import type { CleanedUp } from "../../runs/preparation/clean-up.ts";

/** What `cleanup` removed, or with `--dry-run` would remove. */
export function cleanupJson(results: readonly CleanedUp[], { dryRun }: { readonly dryRun: boolean }) {
  return {
    dry_run: dryRun,
    freed_bytes: results.reduce((sum, { freedBytes }) => sum + freedBytes, 0),
    competitions: results.map(({ competitionId, removed, freedBytes, skipped }) => ({
      competition_id: competitionId,
      removed,
      freed_bytes: freedBytes,
      skipped,
    })),
  };
}
