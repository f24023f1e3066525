import { existsSync, statSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { basename, resolve } from "node:path";
import type { CompetitionFolder } from "../../facts/competition-folder.ts";
import { type CompetitionFacts, rawDataOf } from "../../facts/facts.ts";
import { KaggleClient } from "../../kaggle/client.ts";
import { findKaggleCredentials } from "../../kaggle/credentials.ts";
import { extractArchive } from "../../lib/archive/extract-archive.ts";
import { MissingData, UsageError } from "../../lib/errors.ts";
import { replaceFolder } from "../../lib/files/replace-folder.ts";
import { temporarySibling } from "../../lib/files/temporary-sibling.ts";
import { md5OfFile } from "../../lib/hashing.ts";
import { ChecksumMismatch } from "../../prepare/checksums.ts";
import type { Manifest } from "../../prepare/manifest.ts";
import { explainDamage } from "./damaged-archive.ts";
import type { OnPreparationProgress } from "./preparation-progress.ts";
import { describeArchive, readRecord, rememberedArchive, updateRecord } from "./preparation-record.ts";
import { holdsFiles, rawFolders } from "./raw-folder.ts";

/** Where the raw data comes from, if not from Kaggle. A folder holds one competition's data, or one folder for each. */
export type RawSource = { readonly archive: string } | { readonly folder: string };

interface RawDataOptions {
  readonly source?: RawSource | undefined;
  /** The archive's MD5; null to accept any. */
  readonly expectedMd5: string | null;
  readonly signal: AbortSignal;
  readonly report: OnPreparationProgress;
}

export interface RawData {
  /** Folders that may hold the data, the likeliest first; see `rawFolders`. */
  readonly folders: readonly [string, ...string[]];
  readonly source: Manifest["source"];
  /** Whether the archive was compared with its known checksum. */
  readonly verified: boolean;
  /** Whether we may remove the folder, because its content can be extracted again. */
  readonly disposable: boolean;
}

/** Gets the raw data: from a given folder, from what is already here, from a given archive, or from Kaggle. */
export async function obtainRawData(id: string, folder: CompetitionFolder, options: RawDataOptions): Promise<RawData> {
  const { source } = options;
  if (source !== undefined && "folder" in source) return givenFolder(id, resolve(source.folder));
  const given = source === undefined ? null : requireFile(resolve(source.archive));
  if (given === null && !existsSync(folder.archive) && holdsFiles(folder.raw)) return givenFolder(id, folder.raw);
  const archive = given ?? (await ownArchive(id, folder, options));
  const md5 = await md5OfArchive(archive, folder, options);
  verify(id, archive, md5, options.expectedMd5);
  if (!isExtracted(folder, md5, given !== null)) await extract(id, archive, md5, folder, options);
  return {
    folders: [folder.raw],
    source: { kind: "archive", name: basename(archive), bytes: statSync(archive).size, md5 },
    verified: options.expectedMd5 !== null,
    disposable: true,
  };
}

/** The raw data that comes with a competition's code; undefined when there is none. */
export function includedSource(facts: CompetitionFacts): RawSource | undefined {
  const source = rawDataOf(facts);
  if (typeof source === "string") return undefined;
  const { path } = source;
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) throw new MissingData(`The raw data of \`${facts.id}\` is missing: there is no ${path}.`);
  return stats.isDirectory() ? { folder: path } : { archive: path };
}

/** The raw data of a competition that is generated: none, in a folder that need not exist. */
export function noRawData(id: string, folder: CompetitionFolder, source: RawSource | undefined): RawData {
  if (source !== undefined) throw new UsageError(`\`${id}\` is generated: it takes neither an archive nor raw data.`);
  const generated = { kind: "generated", name: id, bytes: null, md5: null } as const;
  return { folders: [folder.raw], source: generated, verified: false, disposable: false };
}

/** Whether `raw/` holds this archive. Without a record, upstream extracted it, from whatever archive is next to it. */
function isExtracted(folder: CompetitionFolder, md5: string, isGiven: boolean): boolean {
  const { raw } = readRecord(folder.record);
  return holdsFiles(folder.raw) && (raw === md5 || (raw === null && !isGiven));
}

function givenFolder(id: string, given: string): RawData {
  const folders = rawFolders(id, given);
  const source = { kind: "folder", name: basename(folders[0]), bytes: null, md5: null } as const;
  return { folders, source, verified: false, disposable: false };
}

function requireFile(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isFile()) return path;
  throw new MissingData(`There is no archive ${path}.`);
}

async function ownArchive(id: string, folder: CompetitionFolder, options: RawDataOptions): Promise<string> {
  if (existsSync(folder.archive)) return folder.archive;
  const credentials = findKaggleCredentials();
  if (credentials.warning !== null) options.report({ phase: "warning", message: credentials.warning });
  const client = new KaggleClient({
    credentials,
    onRetry: ({ waitMs, reason }) => options.report({ phase: "retry", waitMs, reason }),
  });
  const { md5 } = await client.downloadArchive(id, folder.archive, {
    signal: options.signal,
    onProgress: (progress) => options.report({ phase: "download", ...progress }),
    ...(options.expectedMd5 === null ? {} : { md5: options.expectedMd5 }),
  });
  await updateRecord(folder.record, { archive: { ...describeArchive(folder.archive, md5), downloaded: true } });
  return folder.archive;
}

async function md5OfArchive(archive: string, folder: CompetitionFolder, options: RawDataOptions): Promise<string> {
  const remembered = rememberedArchive(folder.record, archive);
  if (remembered !== null) return remembered.md5;
  options.report({ phase: "verify" });
  const md5 = await md5OfFile(archive, { signal: options.signal });
  // The checksum of a given archive is recorded once it has been extracted: a rejected one must leave no trace.
  if (archive === folder.archive) await updateRecord(folder.record, { archive: describeArchive(archive, md5) });
  return md5;
}

function verify(id: string, archive: string, found: string, expected: string | null): void {
  if (expected === null || expected === found) return;
  throw new ChecksumMismatch(
    `The archive of \`${id}\` is not the one this version was made for: Kaggle may have packed it again, or it is damaged. ` +
      "To use it anyway and compare only the prepared tables, add --skip-verification archive.",
    [{ kind: "archive", file: archive, expected, found }],
  );
}

async function extract(
  id: string,
  archive: string,
  md5: string,
  folder: CompetitionFolder,
  options: RawDataOptions,
): Promise<void> {
  const fresh = temporarySibling(folder.raw, "fresh");
  try {
    await extractArchive(archive, fresh, {
      signal: options.signal,
      onProgress: (progress) => options.report({ phase: "extract", ...progress }),
    });
  } catch (error) {
    throw archive === folder.archive ? await explainDamage(id, folder, error) : error;
  }
  // Raw data holds the answers.
  await chmod(fresh, 0o700);
  // Recorded before and after: a process killed in between must not leave one folder with the other's record.
  await updateRecord(folder.record, { raw: "being replaced" });
  await replaceFolder(fresh, folder.raw);
  const { downloaded = false } = rememberedArchive(folder.record, archive) ?? {};
  await updateRecord(folder.record, { raw: md5, archive: { ...describeArchive(archive, md5), downloaded } });
}
