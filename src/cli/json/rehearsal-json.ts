import { join } from "node:path";
import type { Rehearsal } from "../../runs/rehearsal/rehearse-competition.ts";

/** How making one rehearsal ended. */
export interface RehearsalResult {
  readonly competitionId: string;
  readonly rehearsal: Rehearsal | null;
  readonly error: { readonly code: string; readonly message: string } | null;
}

export function rehearsalJson({ competitionId, rehearsal, error }: RehearsalResult) {
  return {
    competition_id: competitionId,
    outcome: rehearsal?.outcome ?? "failed",
    seed: rehearsal?.record.seed ?? null,
    fraction: rehearsal?.record.fraction ?? null,
    made_by: rehearsal?.record.madeBy ?? null,
    public: rehearsal && join(rehearsal.folder, "public"),
    private: rehearsal && join(rehearsal.folder, "private"),
    error,
  };
}
