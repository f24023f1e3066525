import { join } from "node:path";
import { defaultEdition, type Edition } from "./editions.ts";

/**
 * Where everything about one competition is. The layout is upstream's, so both programs can use the same data.
 *
 *     <data-dir>/<id>/<id>.zip               Kaggle's archive (`<id>.zip.partial` while it is downloaded)
 *     <data-dir>/<id>/raw/                   the archive, extracted
 *     <data-dir>/<id>/prepared/public/       what agents see
 *     <data-dir>/<id>/prepared/private/      what only the grader sees
 *     <data-dir>/<id>/prepared/manifest.json what was prepared, how, and the md5 of every file
 *     <data-dir>/<id>/prepared/times.json    sizes and times when the files last agreed with the manifest
 *     <data-dir>/<id>/prepared-v2/           the same for edition v2, and so on
 *     <data-dir>/<id>/rehearsal-<seed>/      public/ and private/ of a rehearsal (rehearsal-v2-<seed>/ for v2)
 *     <data-dir>/<id>/leaderboard.csv        a downloaded leaderboard
 *     <data-dir>/<id>/kernels/               public kernels, as <user>/<kernel>.py or .ipynb
 *     <data-dir>/<id>/checksums.json         checksums that replace those of the facts (checksums-v2.json for v2)
 *     <data-dir>/<id>/.*                     work in progress: a lock, folders that are not complete yet
 */
export interface CompetitionFolder {
  readonly root: string;
  readonly archive: string;
  readonly raw: string;
  readonly prepared: string;
  readonly manifest: string;
  /** A rehearsal, by its seed. */
  readonly rehearsal: (seed: number) => string;
  readonly leaderboard: string;
  readonly kernels: string;
  readonly checksums: string;
  readonly lock: string;
  /** Intermediate files of a preparation. */
  readonly scratch: string;
  /** What we know about the archive and `raw/`, so that work is not repeated. */
  readonly record: string;
}

/** The paths of one competition's data. Creates and reads nothing. */
export function competitionFolder(
  dataDirectory: string,
  id: string,
  edition: Edition = defaultEdition,
): CompetitionFolder {
  const root = join(dataDirectory, id);
  const suffix = edition === defaultEdition ? "" : `-${edition}`;
  const prepared = join(root, `prepared${suffix}`);
  return {
    root,
    archive: join(root, `${id}.zip`),
    raw: join(root, "raw"),
    prepared,
    manifest: join(prepared, "manifest.json"),
    rehearsal: (seed) => join(root, `rehearsal${suffix}-${seed}`),
    leaderboard: join(root, "leaderboard.csv"),
    kernels: join(root, "kernels"),
    checksums: join(root, `checksums${suffix}.json`),
    lock: join(root, ".lock"),
    scratch: join(root, ".scratch"),
    record: join(root, ".preparation.json"),
  };
}
