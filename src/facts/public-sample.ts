import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { detectArchive } from "../lib/archive/detect-archive.ts";
import { extractArchive } from "../lib/archive/extract-archive.ts";
import { MissingData } from "../lib/errors.ts";
import type { CompetitionFacts } from "./facts.ts";

/** Competitions whose facts name a private copy: the public archive with the same sample submission. */
const packedSamples: Readonly<Record<string, string>> = {
  // The test sentences, each with a word missing, are a valid submission as they are.
  "billion-word-imputation": "test_v2.txt.zip",
  "invasive-species-monitoring": "sample_submission.csv.zip",
  "statoil-iceberg-classifier-challenge": "sample_submission.csv.7z",
  "text-normalization-challenge-english-language": "en_sample_submission_2.csv.zip",
  "text-normalization-challenge-russian-language": "ru_sample_submission_2.csv.zip",
};

/** The file name of the sample submission in the public data: a CSV file, or an archive with one. */
export function publicSample({ id, files }: Pick<CompetitionFacts, "id" | "files">): string {
  return packedSamples[id] ?? basename(files.sampleSubmission);
}

/**
 * The sample submission as a CSV file: itself, or unpacked into the folder `target`, which must not exist.
 *
 * @throws MissingData when it cannot be read.
 */
export async function unpackSample(sample: string, target: string): Promise<string> {
  const kind = await detectArchive(sample).catch((cause: Error) => {
    throw new MissingData(`The sample submission cannot be read (${cause.message}). Prepare the competition again.`, {
      cause,
    });
  });
  if (!("format" in kind)) return sample;
  await extractArchive(sample, target);
  const files = readdirSync(target);
  if (files.length === 1) return join(target, files[0]!);
  throw new MissingData(`${sample} has ${files.length} files, expected one: the sample submission.`);
}
