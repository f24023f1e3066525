import { existsSync } from "node:fs";
import type { Competition } from "../../contracts/competition.ts";
import { type CompetitionFolder, competitionFolder } from "../../facts/competition-folder.ts";
import { rawDataOf } from "../../facts/facts.ts";
import { BenchError } from "../../lib/errors.ts";
import { removeTree } from "../../lib/files/remove-tree.ts";
import { writeFileAtomically } from "../../lib/files/replace-file.ts";
import { leftoversIn, replaceFolder, settleLeftovers } from "../../lib/files/replace-folder.ts";
import { temporarySibling } from "../../lib/files/temporary-sibling.ts";
import { type Checksums, hasTables, readChecksums } from "../../prepare/checksums.ts";
import { type Manifest, readManifest } from "../../prepare/manifest.ts";
import { buildPrepared } from "./build-prepared.ts";
import { requireUnchangedData } from "./check-prepared-data.ts";
import { fetchDescriptions } from "./descriptions.ts";
import type { OnPreparationProgress } from "./preparation-progress.ts";
import { readRecord, updateRecord } from "./preparation-record.ts";
import { isPrepared, type PreparedState, preparedState } from "./prepared-state.ts";
import { includedSource, noRawData, obtainRawData, type RawSource } from "./raw-data.ts";
import { takeTurn } from "./take-turn.ts";

/** What is compared with the known checksums: the archive and the tables, only the tables, or nothing. */
export type VerificationScope = "all" | "tables" | "none";

export interface PrepareOptions {
  readonly dataDirectory: string;
  /** Default: `<data-dir>/<id>/<id>.zip`, or a download from Kaggle. */
  readonly source?: RawSource;
  /** Keep the extracted archive. */
  readonly keepRaw?: boolean;
  /** Default: all. With none, the data need not be the reference's, so broken invariants are only warnings. */
  readonly verification?: VerificationScope;
  /** Record the checksums of the prepared files as the expected ones, in `<data-dir>/<id>/checksums.json`. */
  readonly overwriteChecksums?: boolean;
  /** Prepare again even if the competition is prepared. */
  readonly force?: boolean;
  /** Compare every file of a competition that is already prepared with its manifest. */
  readonly verifyData?: boolean;
  /** Replaces upstream's hosts; see `UpstreamOptions`. */
  readonly upstreamUrl?: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: OnPreparationProgress;
}

/** How a preparation ended. */
export interface Preparation {
  readonly outcome: "prepared" | "already-prepared";
  /** Null if upstream prepared the data. */
  readonly manifest: Manifest | null;
}

/**
 * Makes `<data-dir>/<id>/prepared/` from Kaggle's archive: downloads what is missing, checks, extracts, prepares and
 * checks again. At any moment, even if the process is killed, the folder is absent, complete or as it was before; a rerun
 * continues. While another process prepares the same competition, waits for it.
 */
export async function prepareCompetition(competition: Competition, options: PrepareOptions): Promise<Preparation> {
  const folder = competitionFolder(options.dataDirectory, competition.id, competition.edition);
  const done = await alreadyPrepared(competition, options);
  if (done !== null && !needsWork(folder, options)) return done;
  const { signal, onProgress: report = () => undefined } = options;
  const lock = await takeTurn(competition.id, folder, { signal, report });
  try {
    return await prepareUnderLock(competition, options);
  } finally {
    lock.release();
  }
}

/** As `prepareCompetition`, for a caller that holds the competition's lock. */
export async function prepareUnderLock(competition: Competition, options: PrepareOptions): Promise<Preparation> {
  const folder = competitionFolder(options.dataDirectory, competition.id, competition.edition);
  await settleCompetition(folder);
  const done = await alreadyPrepared(competition, options);
  if (done === null) return prepareFromScratch(competition, folder, options);
  if (hasUnwantedRaw(folder, options)) await removeTree(folder.raw);
  if (options.verifyData === true) await verifyData(folder, options);
  return done;
}

/** Whether there is work left on a prepared competition: files of killed processes to remove, or data to verify. */
export function needsWork(folder: CompetitionFolder, options: PrepareOptions): boolean {
  if (options.verifyData === true) return true;
  return leftoversIn(folder.root).length > 0 || existsSync(folder.scratch) || hasUnwantedRaw(folder, options);
}

async function verifyData({ prepared }: CompetitionFolder, { signal, onProgress }: PrepareOptions): Promise<void> {
  const compared = (files: number, bytes: number) => onProgress?.({ phase: "compare", files, bytes });
  await requireUnchangedData(prepared, { hashes: "always", signal, onProgress: compared });
}

function hasUnwantedRaw(folder: CompetitionFolder, options: PrepareOptions): boolean {
  return options.keepRaw !== true && existsSync(folder.raw) && readRecord(folder.record).discardRaw;
}

/** Removes what killed processes left in a competition's folder. Only for a caller that holds its lock. */
export async function settleCompetition(folder: CompetitionFolder): Promise<void> {
  await settleLeftovers(folder.root);
  await removeTree(folder.scratch);
}

/** The result if the competition is already prepared, else null. */
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

async function prepareFromScratch(
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
    // Downloaded while the archive is being extracted.
    const descriptions = fetchDescriptions(facts, {
      signal: AbortSignal.any([signal, ended.signal]),
      ...(options.upstreamUrl === undefined ? {} : { baseUrl: options.upstreamUrl }),
    });
    descriptions.catch(() => undefined);
    const expectedMd5 = verification === "all" && !overwriteChecksums ? known.zip : null;
    const source = options.source ?? includedSource(facts);
    const raw =
      rawDataOf(facts) === "generated"
        ? noRawData(id, folder, options.source)
        : await obtainRawData(id, folder, { source, expectedMd5, signal, report });
    const { manifest, checksums } = await buildPrepared(competition, output, {
      raw,
      descriptions: await descriptions,
      expected: verification === "none" || overwriteChecksums || !hasTables(known) ? null : known,
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
