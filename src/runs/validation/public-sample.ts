import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import type { Competition } from "../../contracts/competition.ts";
import { detectArchive } from "../../lib/archive/detect-archive.ts";
import { extractArchive } from "../../lib/archive/extract-archive.ts";
import { MissingData } from "../../lib/errors.ts";

/** Where the prepared sample submission lies beside the answers: the public archive that holds the same file. */
const packedSamples: Readonly<Record<string, string>> = {
  "billion-word-imputation": "test_v2.txt.zip",
  "invasive-species-monitoring": "sample_submission.csv.zip",
  "statoil-iceberg-classifier-challenge": "sample_submission.csv.7z",
  "text-normalization-challenge-english-language": "en_sample_submission_2.csv.zip",
  "text-normalization-challenge-russian-language": "ru_sample_submission_2.csv.zip",
};

/** The sample submission among the public files, possibly packed: what agents are shown, never what lies beside the answers. */
export function publicSample(competition: Pick<Competition, "id" | "facts">, publicData: string): string {
  return join(publicData, packedSamples[competition.id] ?? basename(competition.facts.files.sampleSubmission));
}

/**
 * The sample submission as a CSV file: itself, or unpacked to the folder `target`, which must not exist.
 *
 * @throws MissingData when it cannot be read.
 */
export async function unpackedSample(sample: string, target: string): Promise<string> {
  const kind = await detectArchive(sample).catch((cause: Error) => {
    throw new MissingData(`The sample submission cannot be read (${cause.message}). Prepare the competition again.`, {
      cause,
    });
  });
  if (!("format" in kind)) return sample;
  await extractArchive(sample, target);
  const files = readdirSync(target);
  if (files.length !== 1)
    throw new MissingData(`${sample} holds ${files.length} files instead of a sample submission.`);
  return join(target, files[0]!);
}
