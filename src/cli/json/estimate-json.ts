import type { PreparationEstimate } from "../../runs/preparation/estimate-preparation.ts";

/** What preparing one competition would take. */
export function estimateJson(estimate: PreparationEstimate) {
  return {
    competition_id: estimate.competitionId,
    state: estimate.state,
    download_bytes: estimate.downloadBytes,
    partial_bytes: estimate.partialBytes,
    disk_bytes: estimate.diskBytes,
  };
}
