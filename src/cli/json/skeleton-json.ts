import type { WrittenSkeleton } from "../../config/write-skeleton.ts";

export function skeletonJson(competitionId: string, { files, config, entry }: WrittenSkeleton) {
  return { competition_id: competitionId, files, config, config_entry: entry };
}
