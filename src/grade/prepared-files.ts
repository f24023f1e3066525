import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Competition } from "../contracts/competition.ts";
import { competitionFolder } from "../facts/competition-folder.ts";
import { MissingData } from "../lib/errors.ts";

type Located = Pick<Competition, "id" | "edition" | "facts">;

/** The prepared answers. Throws `MissingData`, with the command to prepare them, if they do not exist. */
export function answersPath(competition: Located, dataDirectory: string): string {
  const path = join(preparedDirectory(competition, dataDirectory), competition.facts.files.answers);
  if (existsSync(path)) return path;
  throw new MissingData(
    `Competition \`${competition.id}\` is not prepared: there is no ${path}. ` +
      `Run \`mlebench prepare -c ${competition.id}\`, or pass the answers with --answers.`,
  );
}

/** The prepared sample submission, or null if it does not exist. */
export function samplePath(competition: Located, dataDirectory: string): string | null {
  const path = join(preparedDirectory(competition, dataDirectory), competition.facts.files.sampleSubmission);
  return existsSync(path) ? path : null;
}

function preparedDirectory({ id, edition }: Located, dataDirectory: string): string {
  return competitionFolder(dataDirectory, id, edition).prepared;
}
