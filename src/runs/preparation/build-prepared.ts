import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Competition } from "../../contracts/competition.ts";
import { BenchError } from "../../lib/errors.ts";
import { packageVersion } from "../../lib/package-version.ts";
import type { Checksums } from "../../prepare/checksums.ts";
import { createContext } from "../../prepare/context.ts";
import { rememberTimes, timesOfPart } from "../../prepare/data-times.ts";
import { writeFileList } from "../../prepare/file-list.ts";
import { type Manifest, writeManifest } from "../../prepare/manifest.ts";
import { checkNewData, tableChecksums } from "./check-new-data.ts";
import { type FetchedDescriptions, writeDescriptions } from "./descriptions.ts";
import type { OnPreparationProgress } from "./preparation-progress.ts";
import type { RawData } from "./raw-data.ts";

export interface BuildOptions {
  readonly raw: RawData;
  readonly descriptions: FetchedDescriptions;
  /** Checksums that the tables must have; null when any will do. */
  readonly expected: Checksums | null;
  /** Whether a broken invariant is an error or a warning. */
  readonly enforced: boolean;
  /** For intermediate files; the caller removes it. */
  readonly scratch: string;
  readonly signal: AbortSignal;
  readonly report: OnPreparationProgress;
}

/** What was built, and the checksums of its tables. */
export interface Built {
  readonly manifest: Manifest;
  readonly checksums: Pick<Checksums, "public" | "private">;
}

/** Fills `output` with everything that `prepared/` holds, from raw data that is at hand, and checks it. */
export async function buildPrepared(competition: Competition, output: string, options: BuildOptions): Promise<Built> {
  const { raw, descriptions, expected, enforced, scratch, signal, report } = options;
  report({ phase: "prepare", files: 0 });
  mkdirSync(scratch, { recursive: true });
  const context = createContext({
    raw: raw.folder,
    output,
    scratch,
    signal,
    onPlaced: (files) => report({ phase: "prepare", files }),
  });
  await runPreparer(competition, () => competition.prepare!(context), signal);
  requireFiles(competition, output);
  const described = writeDescriptions(competition, output, descriptions);

  const fileList = join(scratch, "files.txt");
  const list = await writeFileList(output, fileList, {
    signal,
    onProgress: (files, bytes) => report({ phase: "checksums", files, bytes }),
  });
  const checksums = tableChecksums(list);
  report({ phase: "check" });
  const warnings = checkNewData(competition, output, { found: checksums, expected, enforced });
  const manifest: Manifest = {
    manifest: 1,
    competition: competition.id,
    edition: competition.edition,
    version: packageVersion(),
    source: raw.source,
    ...described,
    verified: { archive: raw.verified, tables: expected !== null },
    warnings: [...descriptions.warnings, ...warnings],
    total: { files: list.files, bytes: list.bytes },
  };
  await writeManifest(join(output, "manifest.json"), manifest, fileList);
  await rememberTimes(output, {
    public: await timesOfPart(output, "public"),
    private: await timesOfPart(output, "private"),
  });
  return { manifest, checksums };
}

/** A preparer that stumbles over its input says so in the system's words; which competition it was must be added. */
async function runPreparer({ id }: Competition, prepare: () => Promise<void>, signal: AbortSignal): Promise<void> {
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

function requireFiles({ id, facts }: Competition, output: string): void {
  const files = new Set([facts.files.answers, facts.files.sampleSubmission, facts.files.gold]);
  const missing = [...files].filter((file) => !existsSync(join(output, file)));
  if (missing.length === 0) return;
  throw new BenchError("preparation-failed", `The preparation of \`${id}\` did not write ${missing.join(" and ")}.`);
}
