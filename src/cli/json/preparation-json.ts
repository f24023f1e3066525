import { competitionFolder } from "../../facts/competition-folder.ts";
import type { Manifest } from "../../prepare/manifest.ts";
import type { PreparationResult } from "../../runs/preparation/prepare-batch.ts";

/** How the preparation of one competition ended. */
export function preparationJson(result: PreparationResult, dataDirectory: string) {
  const { competitionId, outcome, manifest, error, seconds } = result;
  return {
    competition_id: competitionId,
    outcome,
    prepared: error === null ? competitionFolder(dataDirectory, competitionId).prepared : null,
    seconds: Math.round(seconds * 1000) / 1000,
    manifest: manifest && manifestJson(manifest),
    error,
  };
}

function manifestJson(manifest: Manifest) {
  return {
    format: manifest.manifest,
    competition_id: manifest.competition,
    edition: manifest.edition,
    version: manifest.version,
    source: manifest.source,
    description: manifest.description,
    obfuscated_description: manifest.obfuscatedDescription,
    verified: manifest.verified,
    warnings: manifest.warnings,
    total: manifest.total,
  };
}
