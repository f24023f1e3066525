import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, resolve } from "node:path";
import type { CompetitionFolder } from "../../facts/competition-folder.ts";
import { KaggleClient } from "../../kaggle/client.ts";
import { extractArchive } from "../../lib/archive/extract-archive.ts";
import { MissingData, UsageError } from "../../lib/errors.ts";
import { replaceFolder } from "../../lib/files/replace-folder.ts";
import { temporarySibling } from "../../lib/files/temporary-sibling.ts";
import { md5OfFile } from "../../lib/hashing.ts";
import { ChecksumMismatch } from "../../prepare/checksums.ts";
import type { Manifest } from "../../prepare/manifest.ts";
import type { OnPreparationProgress } from "./preparation-progress.ts";
import { describeArchive, readRecord, rememberedMd5, updateRecord } from "./preparation-record.ts";

/** Where the raw data comes from when not from Kaggle. */
export type RawSource = { readonly archive: string } | { readonly folder: string };

export interface RawDataOptions {
  readonly source?: RawSource | undefined;
  /** The archive's MD5, or null when any will do. */
  readonly expectedMd5: string | null;
  readonly signal: AbortSignal;
  readonly report: OnPreparationProgress;
}

export interface RawData {
  readonly folder: string;
  readonly source: Manifest["source"];
  /** Whether the archive was compared with its known checksum. */
  readonly verified: boolean;
  /** Whether the folder is ours to remove: what it holds can be extracted again. */
  readonly disposable: boolean;
}

/** Raw data on disk, whatever that takes: a given folder, what is there already, a given archive, or a download. */
export async function obtainRawData(id: string, folder: CompetitionFolder, options: RawDataOptions): Promise<RawData> {
  const { source } = options;
  if (source !== undefined && "folder" in source) return givenFolder(id, resolve(source.folder));
  const given = source === undefined ? null : requireFile(resolve(source.archive));
  if (given === null && !existsSync(folder.archive) && holdsFiles(folder.raw)) {
    return { ...givenFolder(id, folder.raw), disposable: false };
  }
  const archive = given ?? (await ownArchive(id, folder, options));
  const md5 = await md5OfArchive(archive, folder, options);
  verify(id, archive, md5, options.expectedMd5);
  if (!isExtracted(folder, md5, given !== null)) await extract(archive, md5, folder, options);
  return {
    folder: folder.raw,
    source: { kind: "archive", name: basename(archive), bytes: statSync(archive).size, md5 },
    verified: options.expectedMd5 !== null,
    disposable: true,
  };
}

/** The raw data of a competition that generates itself: none, in a folder that need not be there. */
export function noRawData(id: string, folder: CompetitionFolder, source: RawSource | undefined): RawData {
  if (source !== undefined) throw new UsageError(`\`${id}\` is generated: it takes neither an archive nor raw data.`);
  const generated = { kind: "generated", name: id, bytes: null, md5: null } as const;
  return { folder: folder.raw, source: generated, verified: false, disposable: false };
}

/** Whether `raw/` holds this archive. Without a record it is upstream's, and stands for whatever archive lies beside it. */
function isExtracted(folder: CompetitionFolder, md5: string, isGiven: boolean): boolean {
  const { raw } = readRecord(folder.record);
  return holdsFiles(folder.raw) && (raw === md5 || (raw === null && !isGiven));
}

function givenFolder(id: string, folder: string): RawData {
  if (!holdsFiles(folder)) throw new MissingData(`There is no raw data of \`${id}\` in ${folder}.`);
  const source = { kind: "folder", name: basename(folder), bytes: null, md5: null } as const;
  return { folder, source, verified: false, disposable: false };
}

function requireFile(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isFile()) return path;
  throw new MissingData(`There is no archive ${path}.`);
}

/** A folder appears only when it is complete, so one that holds anything is. */
function holdsFiles(folder: string): boolean {
  return (statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false) && readdirSync(folder).length > 0;
}

async function ownArchive(id: string, folder: CompetitionFolder, options: RawDataOptions): Promise<string> {
  if (existsSync(folder.archive)) return folder.archive;
  const client = new KaggleClient({
    onRetry: ({ waitMs, reason }) => options.report({ phase: "retry", waitMs, reason }),
  });
  const { md5 } = await client.downloadArchive(id, folder.archive, {
    signal: options.signal,
    onProgress: (progress) => options.report({ phase: "download", ...progress }),
    ...(options.expectedMd5 === null ? {} : { md5: options.expectedMd5 }),
  });
  await updateRecord(folder.record, { archive: describeArchive(folder.archive, md5) });
  return folder.archive;
}

async function md5OfArchive(archive: string, folder: CompetitionFolder, options: RawDataOptions): Promise<string> {
  const remembered = rememberedMd5(readRecord(folder.record), archive);
  if (remembered !== null) return remembered;
  options.report({ phase: "verify" });
  const md5 = await md5OfFile(archive, { signal: options.signal });
  // What is said of somebody else's file is written down only when it was of use: a refused one leaves no trace.
  if (archive === folder.archive) await updateRecord(folder.record, { archive: describeArchive(archive, md5) });
  return md5;
}

function verify(id: string, archive: string, found: string, expected: string | null): void {
  if (expected === null || expected === found) return;
  throw new ChecksumMismatch(
    `The archive of \`${id}\` is not the one this version was made for (Kaggle may have packed it anew, or it is damaged). ` +
      "To prepare from it all the same and compare only the tables, add --skip-verification archive.",
    [{ kind: "archive", file: archive, expected, found }],
  );
}

async function extract(
  archive: string,
  md5: string,
  folder: CompetitionFolder,
  options: RawDataOptions,
): Promise<void> {
  const fresh = temporarySibling(folder.raw, "fresh");
  await extractArchive(archive, fresh, {
    signal: options.signal,
    onProgress: (progress) => options.report({ phase: "extract", ...progress }),
  });
  // Before and after: a process killed in between must not leave the old record on the new folder, or the other way round.
  await updateRecord(folder.record, { raw: "being replaced" });
  await replaceFolder(fresh, folder.raw);
  await updateRecord(folder.record, { raw: md5, archive: describeArchive(archive, md5) });
}
