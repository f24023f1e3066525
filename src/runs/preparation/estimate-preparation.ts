import { statSync } from "node:fs";
import { competitionFolder } from "../../facts/competition-folder.ts";
import { type CompetitionFacts, rawDataOf } from "../../facts/facts.ts";
import { listArchive } from "../../lib/archive/extract-archive.ts";
import { isPrepared, type PreparedState, preparedState } from "./prepared-state.ts";
import type { RawSource } from "./raw-data.ts";

/** What preparing a competition would take. Null when unknown. */
export interface PreparationEstimate {
  readonly competitionId: string;
  readonly state: PreparedState;
  /** Bytes of the archive that have to be downloaded. */
  readonly downloadBytes: number | null;
  /** Bytes of an interrupted download on disk. */
  readonly partialBytes: number;
  /** The most disk space that is needed on the way, in addition to what is used now. */
  readonly diskBytes: number | null;
}

/** Estimates from files on disk and the facts, without network. Sizes of missing archives are Kaggle's, rounded. */
export async function estimatePreparation(
  facts: CompetitionFacts,
  options: { dataDirectory: string; source?: RawSource | undefined; force?: boolean | undefined },
): Promise<PreparationEstimate> {
  const folder = competitionFolder(options.dataDirectory, facts.id);
  const state = await preparedState(facts, options.dataDirectory);
  const partialBytes = sizeOf(`${folder.archive}.partial`) ?? 0;
  const known = { competitionId: facts.id, state, partialBytes };
  if (isPrepared(state) && options.force !== true) return { ...known, downloadBytes: 0, diskBytes: 0 };

  const published = facts.sizeGb === null ? null : facts.sizeGb * 1e9;
  if (rawDataOf(facts) !== "kaggle") return { ...known, downloadBytes: 0, diskBytes: published };
  const { source } = options;
  const archive = source !== undefined && "archive" in source ? source.archive : folder.archive;
  const hasRaw = (source !== undefined && "folder" in source) || (source === undefined && isFolder(folder.raw));
  const hasArchive = hasRaw || sizeOf(archive) !== null;
  const rawBytes = !hasRaw && hasArchive ? await extractedBytes(archive) : published;
  const downloadBytes = hasArchive ? 0 : published === null ? null : Math.max(0, published - partialBytes);
  // Extracted once, plus the prepared files: at worst none of them can be a link.
  const copies = hasRaw ? 1 : 2;
  const diskBytes = rawBytes === null || downloadBytes === null ? null : downloadBytes + copies * rawBytes;
  return { ...known, downloadBytes, diskBytes };
}

async function extractedBytes(archive: string): Promise<number> {
  return (await listArchive(archive)).reduce((total, { size }) => total + size, 0);
}

function sizeOf(file: string): number | null {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats?.isFile() ? stats.size : null;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
