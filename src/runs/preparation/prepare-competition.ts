import { existsSync } from "node:fs";
import type { Competition } from "../../contracts/competition.ts";
import { type CompetitionFolder, competitionFolder } from "../../facts/competition-folder.ts";
import { isGenerated } from "../../facts/facts.ts";
import { BenchError } from "../../lib/errors.ts";
import { withLock } from "../../lib/files/lock-file.ts";
import { removeTree } from "../../lib/files/remove-tree.ts";
import { writeFileAtomically } from "../../lib/files/replace-file.ts";
import { leftoversIn, replaceFolder, settleLeftovers } from "../../lib/files/replace-folder.ts";
import { temporarySibling } from "../../lib/files/temporary-sibling.ts";
import { type Checksums, readChecksums } from "../../prepare/checksums.ts";
import { type Manifest, readManifest } from "../../prepare/manifest.ts";
import { buildPrepared } from "./build-prepared.ts";
import { fetchDescriptions } from "./descriptions.ts";
import type { OnPreparationProgress } from "./preparation-progress.ts";
import { readRecord, updateRecord } from "./preparation-record.ts";
import { isPrepared, type PreparedState, preparedState } from "./prepared-state.ts";
import { noRawData, obtainRawData, type RawSource } from "./raw-data.ts";

/** What is compared with the known checksums: archive and tables, only the tables, or nothing. */
export type Verification = "all" | "tables" | "none";

export interface PrepareOptions {
  readonly dataDirectory: string;
  /** Default: `<data-dir>/<id>/<id>.zip`, or a download from Kaggle. */
  readonly source?: RawSource;
  /** Keep the extracted archive. */
  readonly keepRaw?: boolean;
  /** Default: all. With none, broken invariants are warnings instead of errors: the data is not the reference's. */
  readonly verification?: Verification;
  /** Take the checksums of what is prepared as the right ones from now on (`<data-dir>/<id>/checksums.json`). */
  readonly overwriteChecksums?: boolean;
  /** Prepare again what is prepared. */
  readonly force?: boolean;
  /** Stands for upstream's hosts; see `UpstreamOptions`. */
  readonly upstreamUrl?: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: OnPreparationProgress;
}

/** How a preparation ended. */
export interface Preparation {
  readonly outcome: "prepared" | "already-prepared";
  /** Null for data that upstream prepared. */
  readonly manifest: Manifest | null;
}

/**
 * Makes `<data-dir>/<id>/prepared/` of Kaggle's archive: downloads what is missing, checks, extracts, prepares, checks
 * again. A generated competition starts at preparing. The folder is complete or absent (or as it was) at every moment, also when the process is killed; a rerun
 * continues. Two processes never prepare the same competition.
 */
export async function prepareCompetition(competition: Competition, options: PrepareOptions): Promise<Preparation> {
  const folder = competitionFolder(options.dataDirectory, competition.id, competition.edition);
  const done = await alreadyPrepared(competition, options);
  if (done !== null && !needsSettling(folder, options)) return done;
  return withLock(folder.lock, `The preparation of \`${competition.id}\` in ${folder.root}`, () =>
    prepareUnderLock(competition, options),
  );
}

/** The same for a caller that holds the competition's lock. */
export async function prepareUnderLock(competition: Competition, options: PrepareOptions): Promise<Preparation> {
  const folder = competitionFolder(options.dataDirectory, competition.id, competition.edition);
  await settleCompetition(folder);
  const done = await alreadyPrepared(competition, options);
  if (done === null) return prepareAnew(competition, folder, options);
  if (hasUnwantedRaw(folder, options)) await removeTree(folder.raw);
  return done;
}

/** Whether killed processes left something to clear away. */
export function needsSettling(folder: CompetitionFolder, options: PrepareOptions): boolean {
  return leftoversIn(folder.root).length > 0 || existsSync(folder.scratch) || hasUnwantedRaw(folder, options);
}

function hasUnwantedRaw(folder: CompetitionFolder, options: PrepareOptions): boolean {
  return options.keepRaw !== true && existsSync(folder.raw) && readRecord(folder.record).discardRaw;
}

/** Clears a competition's folder of what killed processes left. For whoever holds its lock. */
export async function settleCompetition(folder: CompetitionFolder): Promise<void> {
  await settleLeftovers(folder.root);
  await removeTree(folder.scratch);
}

/** What there is to report when nothing is to be done; null when there is something to do. */
export async function alreadyPrepared(
  { facts, edition }: Pick<Competition, "facts" | "edition">,
  options: PrepareOptions,
): Promise<Preparation | null> {
  if (options.force === true || options.overwriteChecksums === true) return null;
  const state: PreparedState = await preparedState(facts, options.dataDirectory, edition);
  if (!isPrepared(state)) return null;
  const { manifest } = competitionFolder(options.dataDirectory, facts.id, edition);
  return { outcome: "already-prepared", manifest: await readManifest(manifest) };
}

async function prepareAnew(
  competition: Competition,
  folder: CompetitionFolder,
  options: PrepareOptions,
): Promise<Preparation> {
  const { id, facts } = competition;
  if (competition.prepare === undefined) {
    throw new BenchError("no-preparation", `This version cannot prepare \`${id}\`.`);
  }
  const { verification = "all", overwriteChecksums = false } = options;
  const signal = options.signal ?? new AbortController().signal;
  const report: OnPreparationProgress = options.onProgress ?? (() => undefined);
  const known: Checksums = readChecksums(folder.checksums) ?? facts.checksums;

  const output = temporarySibling(folder.prepared);
  const ended = new AbortController();
  try {
    // Asked for while the archive is extracted: the answer takes about as long.
    const descriptions = fetchDescriptions(facts, {
      signal: AbortSignal.any([signal, ended.signal]),
      ...(options.upstreamUrl === undefined ? {} : { baseUrl: options.upstreamUrl }),
    });
    descriptions.catch(() => undefined);
    const expectedMd5 = verification === "all" && !overwriteChecksums ? known.zip : null;
    const raw = isGenerated(facts)
      ? noRawData(id, folder, options.source)
      : await obtainRawData(id, folder, { source: options.source, expectedMd5, signal, report });
    const { manifest, checksums } = await buildPrepared(competition, output, {
      raw,
      descriptions: await descriptions,
      expected: verification === "none" || overwriteChecksums ? null : known,
      enforced: verification !== "none",
      scratch: folder.scratch,
      signal,
      report,
    });
    signal.throwIfAborted();
    report({ phase: "finish" });
    if (overwriteChecksums) {
      const own: Checksums = { zip: raw.source.md5 ?? known.zip, ...checksums };
      await writeFileAtomically(folder.checksums, `${JSON.stringify(own, null, 2)}\n`);
    }
    const discardRaw = raw.disposable && options.keepRaw !== true;
    await updateRecord(folder.record, { discardRaw });
    await replaceFolder(output, folder.prepared);
    if (discardRaw) await removeTree(folder.raw);
    return { outcome: "prepared", manifest };
  } finally {
    ended.abort();
    await removeTree(output);
    await removeTree(folder.scratch);
  }
}
