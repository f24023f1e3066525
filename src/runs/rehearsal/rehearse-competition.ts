import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Competition } from "../../contracts/competition.ts";
import { competitionFolder } from "../../facts/competition-folder.ts";
import { MissingData } from "../../lib/errors.ts";
import { removeTree } from "../../lib/files/remove-tree.ts";
import { replaceFolder } from "../../lib/files/replace-folder.ts";
import { temporarySibling } from "../../lib/files/temporary-sibling.ts";
import { packageVersion } from "../../lib/package-version.ts";
import type { OnPreparationProgress } from "../preparation/preparation-progress.ts";
import { settleCompetition } from "../preparation/prepare-competition.ts";
import { takeTurn } from "../preparation/take-turn.ts";
import { buildRehearsal } from "./build-rehearsal.ts";
import { type RehearsalRecord, readRehearsal } from "./rehearsal-record.ts";

/** The share of the training data that becomes a rehearsal's test set, unless another one is asked for. */
const defaultFraction = 0.1;

export interface RehearseOptions {
  readonly dataDirectory: string;
  /** Default: that of the rehearsal that is there, or `defaultFraction`. Competitions that do not draw their test set at random may ignore it. */
  readonly fraction?: number;
  /** Default: 0. */
  readonly seed?: number;
  /** Make it again even if it is there. */
  readonly force?: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: OnPreparationProgress;
}

/** How a rehearsal came about. */
export interface Rehearsal {
  readonly outcome: "made" | "already-made";
  /** Holds `public/` and `private/`, in the layout of the prepared competition. */
  readonly folder: string;
  readonly record: RehearsalRecord;
}

/**
 * Makes `<data-dir>/<id>/rehearsal-<seed>/`: a smaller competition of the same shape, whose test set and answers are cut
 * from the public training data. Only `prepared/public` is read; the real answers need not even exist. The same seed and
 * fraction give the same files. At any moment the folder is absent, complete or as it was before.
 */
export async function rehearseCompetition(competition: Competition, options: RehearseOptions): Promise<Rehearsal> {
  const { dataDirectory, fraction = defaultFraction, seed = 0 } = options;
  const { id, edition } = competition;
  const folder = competitionFolder(dataDirectory, id, edition);
  const target = folder.rehearsal(seed);
  const publicData = join(folder.prepared, "public");
  const found = () => {
    const record = options.force === true ? null : readRehearsal(target);
    const isWanted = options.fraction === undefined || record?.fraction === fraction;
    return record?.version === packageVersion() && isWanted
      ? ({ outcome: "already-made", folder: target, record } as const)
      : null;
  };
  const made = found();
  if (made !== null) return made;
  if (!existsSync(publicData)) {
    throw new MissingData(
      `\`${id}\` is not prepared: there is no ${publicData}. Run \`mlebench prepare -c ${id}\` first.`,
    );
  }
  const { signal = new AbortController().signal, onProgress: report = () => undefined } = options;
  const lock = await takeTurn(id, folder, { signal, report });
  const output = temporarySibling(target);
  try {
    await settleCompetition(folder);
    const madeMeanwhile = found();
    if (madeMeanwhile !== null) return madeMeanwhile;
    const { scratch } = folder;
    const record = await buildRehearsal(competition, { publicData, output, scratch, fraction, seed, signal });
    await replaceFolder(output, target);
    return { outcome: "made", folder: target, record };
  } finally {
    await removeTree(output);
    await removeTree(folder.scratch);
    lock.release();
  }
}
