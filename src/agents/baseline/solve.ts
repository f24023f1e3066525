import { BenchError } from "../../lib/errors.ts";
import { writeFileAtomically } from "../../lib/files/replace-file.ts";
import { type Candidate, type Improvement, type ImproveOptions, improve } from "./improve.ts";
import { readSample, type Sample } from "./reading/sample.ts";
import { checkCandidate } from "./writing/check-candidate.ts";

export interface SolveOptions extends ImproveOptions {
  readonly submissionPath: string;
}

/** Told what is done, line by line. */
export type Say = (line: string) => void;

/**
 * Solves a competition as far as plain means go. First it submits the sample, so that there is a submission whatever happens;
 * then it looks for something better, and replaces the sample only by a file that passes every check. What it cannot do
 * it declines in one line.
 *
 * @throws MissingData when there is no sample submission.
 */
export async function solve(
  options: SolveOptions,
  say: Say = () => undefined,
  find: typeof improve = improve,
): Promise<"improved" | "sample"> {
  const { submissionPath } = options;
  const sample = await readSample(options.publicDirectory);
  await writeFileAtomically(submissionPath, sample.bytes);
  say(`Submitted the sample first: ${sample.path}, ${sample.table.length} rows.`);
  const found = await find(sample, options, { say, offer: () => undefined }).catch(declineError);
  const declined = "declined" in found ? found.declined : whyInvalid(sample, found);
  if (declined !== null || "declined" in found) {
    say(`Declined: ${declined}; the sample submission stays.`);
    return "sample";
  }
  await writeFileAtomically(submissionPath, found.bytes);
  return "improved";
}

/** Whatever goes wrong on the way to something better, the sample is there. */
function declineError(error: unknown): Improvement {
  const reason = error instanceof BenchError ? error.message.replace(/\.$/, "") : `it failed unexpectedly (${error})`;
  return { declined: reason };
}

function whyInvalid(sample: Sample, { bytes, filled }: Candidate): string | null {
  try {
    const problem = checkCandidate(bytes, sample, filled);
    return problem && `what was learned makes no valid submission, as ${problem}`;
  } catch (error) {
    return `what was learned makes no valid submission (${(error as Error).message})`;
  }
}
