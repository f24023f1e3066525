import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Competition } from "../contracts.ts";
import { type CompetitionFolder, competitionFolder } from "../lib/competition-folder.ts";
import { BenchError } from "../lib/errors.ts";
import { removeTree, temporarySibling, writeFileAtomically } from "../lib/files.ts";
import { withLock } from "../lib/lock-file.ts";
import { packageVersion } from "../lib/package-version.ts";
import { leftoversIn, replaceFolder, settleLeftovers } from "../lib/replace-folder.ts";
import { type Checksums, readChecksums } from "../prepare/checksums.ts";
import { createContext } from "../prepare/context.ts";
import { writeFileList } from "../prepare/file-list.ts";
import { type Manifest, readManifest, writeManifest } from "../prepare/manifest.ts";
import { checkPrepared, tableChecksums } from "./check-prepared.ts";
import { fetchDescriptions, writeDescriptions } from "./descriptions.ts";
import type { OnPreparationProgress } from "./preparation-progress.ts";
import { readRecord, updateRecord } from "./preparation-record.ts";
import { currentEdition, isPrepared, type PreparedState, preparedState } from "./prepared-state.ts";
import { obtainRawData, type RawSource } from "./raw-data.ts";

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
 * again. The folder is complete or absent (or as it was) at every moment, also when the process is killed; a rerun
 * continues. Two processes never prepare the same competition.
 */
export async function prepareCompetition(competition: Competition, options: PrepareOptions): Promise<Preparation> {
  const folder = competitionFolder(options.dataDirectory, competition.id);
  const done = await alreadyPrepared(competition, options);
  if (done !== null && leftoversIn(folder.root).length === 0) return done;
  return withLock(folder.lock, `The preparation of \`${competition.id}\` in ${folder.root}`, () =>
    prepareUnderLock(competition, options),
  );
}

/** The same for a caller that holds the competition's lock. */
export async function prepareUnderLock(competition: Competition, options: PrepareOptions): Promise<Preparation> {
  const folder = competitionFolder(options.dataDirectory, competition.id);
  await settleCompetition(folder);
  const done = await alreadyPrepared(competition, options);
  if (done === null) return prepareAnew(competition, folder, options);
  if (readRecord(folder.record).discardRaw && options.keepRaw !== true) await removeTree(folder.raw);
  return done;
}

/** Clears a competition's folder of what killed processes left. For whoever holds its lock. */
export async function settleCompetition(folder: CompetitionFolder): Promise<void> {
  await settleLeftovers(folder.root);
  await removeTree(folder.scratch);
}

/** What there is to report when nothing is to be done; null when there is something to do. */
export async function alreadyPrepared(
  competition: Pick<Competition, "facts">,
  options: PrepareOptions,
): Promise<Preparation | null> {
  if (options.force === true || options.overwriteChecksums === true) return null;
  const state: PreparedState = await preparedState(competition.facts, options.dataDirectory);
  if (!isPrepared(state)) return null;
  const { manifest } = competitionFolder(options.dataDirectory, competition.facts.id);
  return { outcome: "already-prepared", manifest: await readManifest(manifest) };
}

async function prepareAnew(
  competition: Competition,
  folder: CompetitionFolder,
  options: PrepareOptions,
): Promise<Preparation> {
  const { id, facts, prepare } = competition;
  if (prepare === undefined) throw new BenchError("no-preparation", `This version cannot prepare \`${id}\` yet.`);
  const { verification = "all", overwriteChecksums = false } = options;
  const signal = options.signal ?? new AbortController().signal;
  const report: OnPreparationProgress = options.onProgress ?? (() => undefined);
  const expected: Checksums = readChecksums(folder.checksums) ?? facts.checksums;

  // Asked for while the archive is extracted: the answer takes about as long.
  const descriptions = fetchDescriptions(facts, {
    signal,
    ...(options.upstreamUrl === undefined ? {} : { baseUrl: options.upstreamUrl }),
  });
  descriptions.catch(() => undefined);
  const raw = await obtainRawData(id, folder, {
    source: options.source,
    expectedMd5: verification === "all" && !overwriteChecksums ? expected.zip : null,
    signal,
    report,
  });
  const fetched = await descriptions;

  const output = temporarySibling(folder.prepared);
  try {
    report({ phase: "prepare", files: 0 });
    mkdirSync(folder.scratch, { recursive: true });
    const context = createContext({
      raw: raw.folder,
      output,
      scratch: folder.scratch,
      signal,
      onPlaced: (files) => report({ phase: "prepare", files }),
    });
    await runPreparer(id, () => prepare(context), signal);
    const described = writeDescriptions(competition, output, fetched);

    const fileList = join(folder.scratch, "files.txt");
    const list = await writeFileList(output, fileList, {
      signal,
      onProgress: (files, bytes) => report({ phase: "checksums", files, bytes }),
    });
    report({ phase: "check" });
    const warnings = checkPrepared(competition, output, {
      found: tableChecksums(list),
      expected: verification === "none" || overwriteChecksums ? null : expected,
      enforced: verification !== "none",
    });
    const manifest: Manifest = {
      manifest: 1,
      competition: id,
      edition: currentEdition,
      version: packageVersion(),
      source: raw.source,
      ...described,
      verified: { archive: raw.verified, tables: verification !== "none" && !overwriteChecksums },
      warnings: [...fetched.warnings, ...warnings],
      total: { files: list.files, bytes: list.bytes },
    };
    await writeManifest(join(output, "manifest.json"), manifest, fileList);
    signal.throwIfAborted();

    report({ phase: "finish" });
    if (overwriteChecksums) {
      const checksums: Checksums = { zip: raw.source.md5 ?? expected.zip, ...tableChecksums(list) };
      await writeFileAtomically(folder.checksums, `${JSON.stringify(checksums, null, 2)}\n`);
    }
    const discardRaw = raw.disposable && options.keepRaw !== true;
    await updateRecord(folder.record, { discardRaw });
    await replaceFolder(output, folder.prepared);
    if (discardRaw) await removeTree(folder.raw);
    return { outcome: "prepared", manifest };
  } finally {
    await removeTree(output);
    await removeTree(folder.scratch);
  }
}

/** A preparer that stumbles over its input says so in the system's words; which competition it was must be added. */
async function runPreparer(id: string, prepare: () => Promise<void>, signal: AbortSignal): Promise<void> {
  try {
    await prepare();
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof BenchError) throw error;
    const detail = error instanceof Error ? error.message : String(error);
    const advice = "The raw data is not what was expected: is the archive complete, and that of this competition?";
    throw new BenchError("preparation-failed", `\`${id}\` could not be prepared: ${detail}. ${advice}`, {
      cause: error,
    });
  }
}
