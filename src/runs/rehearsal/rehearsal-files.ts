import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Competition } from "../../contracts/competition.ts";
import { competitionFolder } from "../../facts/competition-folder.ts";
import { MissingData } from "../../lib/errors.ts";
import { readRehearsal } from "./rehearsal-record.ts";

/** Where a rehearsal is. */
export interface RehearsalFiles {
  readonly root: string;
  readonly public: string;
  readonly sample: string;
  readonly answers: string;
}

/** The files of a finished rehearsal. Throws `MissingData`, with the command that makes it, if there is none. */
export function rehearsalFiles(
  { id, edition, facts }: Pick<Competition, "id" | "edition" | "facts">,
  dataDirectory: string,
  seed: number,
): RehearsalFiles {
  const root = competitionFolder(dataDirectory, id, edition).rehearsal(seed);
  if (!existsSync(root) || readRehearsal(root) === null) {
    throw new MissingData(
      `There is no rehearsal ${seed} of \`${id}\` in ${root}. Run \`mlebench rehearse -c ${id} --seed ${seed}\`.`,
    );
  }
  return {
    root,
    public: join(root, "public"),
    sample: join(root, facts.files.sampleSubmission),
    answers: join(root, facts.files.answers),
  };
}
