import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { competitionFolder } from "../../facts/competition-folder.ts";
import { defaultEdition, type Edition } from "../../facts/editions.ts";
import type { CompetitionFacts } from "../../facts/facts.ts";
import { readManifest } from "../../prepare/manifest.ts";

/**
 * What exists of a competition's prepared data: all of it, prepared by mlebench or (without a manifest) by upstream;
 * another edition or only a part, neither of which can be used; or nothing.
 */
export type PreparedState = "prepared" | "prepared-by-upstream" | "other-edition" | "incomplete" | "absent";

/** Reads only folders and the beginning of the manifest: fast for any number of files. */
export async function preparedState(
  facts: CompetitionFacts,
  dataDirectory: string,
  edition: Edition = defaultEdition,
): Promise<PreparedState> {
  const { prepared, manifest } = competitionFolder(dataDirectory, facts.id, edition);
  if (!existsSync(prepared)) return "absent";
  const isThere =
    ["public", "private"].every(
      (part) => existsSync(join(prepared, part)) && readdirSync(join(prepared, part)).length > 0,
    ) && [facts.files.answers, facts.files.sampleSubmission].every((file) => existsSync(join(prepared, file)));
  if (!isThere) return "incomplete";
  // Upstream has only the first edition.
  if (!existsSync(manifest)) return edition === defaultEdition ? "prepared-by-upstream" : "incomplete";
  const found = await readManifest(manifest);
  if (found === null) return "incomplete";
  return found.edition === edition ? "prepared" : "other-edition";
}

/** Whether the data can be used. */
export function isPrepared(state: PreparedState): boolean {
  return state === "prepared" || state === "prepared-by-upstream";
}
