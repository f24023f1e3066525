import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Competition } from "../../contracts/competition.ts";
import { BenchError } from "../../lib/errors.ts";
import { packageVersion } from "../../lib/package-version.ts";
import type { Checksums } from "../../prepare/checksums.ts";
import { rememberTimes, timesOfPart } from "../../prepare/data-times.ts";
import { writeFileList } from "../../prepare/file-list.ts";
import { type Manifest, writeManifest } from "../../prepare/manifest.ts";
import { checkNewData, tableChecksums } from "./check-new-data.ts";
import { type FetchedDescriptions, writeDescriptions } from "./descriptions.ts";
import type { OnPreparationProgress } from "./preparation-progress.ts";
import type { RawData } from "./raw-data.ts";
import { runPreparer } from "./run-preparer.ts";

export interface BuildOptions {
  readonly raw: RawData;
  readonly descriptions: FetchedDescriptions;
  /** The checksums that the tables must have; null to accept any. */
  readonly expected: Checksums | null;
  /** Whether a broken invariant is an error or a warning. */
  readonly enforced: boolean;
  /** For intermediate files; the caller removes it. */
  readonly scratch: string;
  readonly signal: AbortSignal;
  readonly report: OnPreparationProgress;
}

/** What was built, with the checksums of its tables. */
interface Built {
  readonly manifest: Manifest;
  readonly checksums: Pick<Checksums, "public" | "private">;
}

/** Fills `output` with the content of `prepared/`, made from the raw data, and checks it. */
export async function buildPrepared(competition: Competition, output: string, options: BuildOptions): Promise<Built> {
  const { raw, descriptions, expected, enforced, scratch, signal, report } = options;
  report({ phase: "prepare", files: 0 });
  await runPreparer(competition, output, options);
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

/** @throws BenchError unless the answers, the sample submission and the best submission are there. */
export function requireFiles({ id, facts }: Competition, output: string): void {
  const files = new Set([facts.files.answers, facts.files.sampleSubmission, facts.files.gold]);
  const missing = [...files].filter((file) => !existsSync(join(output, file)));
  if (missing.length === 0) return;
  throw new BenchError("preparation-failed", `The preparation of \`${id}\` did not write ${missing.join(" and ")}.`);
}
