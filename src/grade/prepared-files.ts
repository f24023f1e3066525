import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Competition } from "../contracts/competition.ts";
import { MissingData } from "../lib/errors.ts";

/** A competition's folder of prepared data: `<data-dir>/<id>/prepared`, as upstream lays it out. */
export function preparedDirectory(competition: Pick<Competition, "id">, dataDirectory: string): string {
  return join(dataDirectory, competition.id, "prepared");
}

/** The prepared answers. Throws `MissingData`, with the command that makes them, when they are not there. */
export function answersPath(competition: Pick<Competition, "id" | "facts">, dataDirectory: string): string {
  const path = join(preparedDirectory(competition, dataDirectory), competition.facts.files.answers);
  if (existsSync(path)) return path;
  throw new MissingData(
    `Competition \`${competition.id}\` is not prepared: there is no ${path}. ` +
      `Run \`mlebench prepare -c ${competition.id}\`, or say where the answers are with --answers.`,
  );
}

/** The prepared sample submission, or null when it is not there. */
export function samplePath(competition: Pick<Competition, "id" | "facts">, dataDirectory: string): string | null {
  const path = join(preparedDirectory(competition, dataDirectory), competition.facts.files.sampleSubmission);
  return existsSync(path) ? path : null;
}
