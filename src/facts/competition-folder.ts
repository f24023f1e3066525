import { join } from "node:path";

/**
 * Where everything about one competition lies: upstream's layout, so that its data and ours are each other's.
 *
 *     <data-dir>/<id>/<id>.zip               Kaggle's archive (`<id>.zip.partial` while it is downloaded)
 *     <data-dir>/<id>/raw/                   the archive, extracted
 *     <data-dir>/<id>/prepared/public/       what agents see
 *     <data-dir>/<id>/prepared/private/      what only the grader sees
 *     <data-dir>/<id>/prepared/manifest.json what was prepared, how, and the md5 of every file
 *     <data-dir>/<id>/prepared/times.json    sizes and times when the files last agreed with the manifest
 *     <data-dir>/<id>/leaderboard.csv        a downloaded leaderboard
 *     <data-dir>/<id>/checksums.json         checksums that replace those of the facts
 *     <data-dir>/<id>/.*                     work under way: a lock, folders that are not complete yet
 */
export interface CompetitionFolder {
  readonly root: string;
  readonly archive: string;
  readonly raw: string;
  readonly prepared: string;
  readonly manifest: string;
  readonly leaderboard: string;
  readonly checksums: string;
  readonly lock: string;
  /** Intermediate files of a preparation. */
  readonly scratch: string;
  /** What is known of the archive and of `raw/`, so that work is not repeated. */
  readonly record: string;
}

/** The places of one competition's data; nothing is made or read. */
export function competitionFolder(dataDirectory: string, id: string): CompetitionFolder {
  const root = join(dataDirectory, id);
  return {
    root,
    archive: join(root, `${id}.zip`),
    raw: join(root, "raw"),
    prepared: join(root, "prepared"),
    manifest: join(root, "prepared", "manifest.json"),
    leaderboard: join(root, "leaderboard.csv"),
    checksums: join(root, "checksums.json"),
    lock: join(root, ".lock"),
    scratch: join(root, ".scratch"),
    record: join(root, ".preparation.json"),
  };
}
