import { BenchError } from "../../lib/errors.ts";
import { writeFileAtomically } from "../../lib/files/replace-file.ts";
import { type Candidate, type ImproveOptions, improve } from "./improve.ts";
import { readSample } from "./reading/sample.ts";
import { checkCandidate } from "./writing/check-candidate.ts";

export interface SolveOptions extends ImproveOptions {
  readonly submissionPath: string;
}

/**
 * Solves a competition with plain models. It submits the sample first, so that there is a valid submission from the start.
 * Then it looks for something better, and replaces the sample only by files that pass every check. What it cannot do, it
 * declines in one line.
 *
 * @throws MissingData when there is no sample submission.
 */
export async function solve(
  { submissionPath, ...options }: SolveOptions,
  say: (line: string) => void = () => undefined,
  find: typeof improve = improve,
): Promise<"improved" | "sample"> {
  const sample = await readSample(options.publicDirectory);
  await writeFileAtomically(submissionPath, sample.bytes);
  say(`Submitted the sample first: ${sample.path}, ${sample.table.length} rows.`);

  let stays = "sample submission";
  const submit = async ({ bytes, filled }: Candidate): Promise<void> => {
    const problem = checkCandidate(bytes, sample, filled);
    if (problem !== null) throw new BenchError("invalid-candidate", `the new submission is invalid: ${problem}`);
    await writeFileAtomically(submissionPath, bytes);
    stays = "last submission";
  };
  // Candidates may arrive while another is being written.
  let submitted = Promise.resolve();
  const offer = (candidate: Candidate): void => {
    submitted = submitted
      .then(() => submit(candidate))
      .catch((error) => say(`Skipped a candidate: ${reasonOf(error)}.`));
  };
  try {
    const found = await find(sample, options, { say, offer });
    await submitted;
    if ("bytes" in found) await submit(found);
    else say(`Declined: ${found.declined}; the ${stays} stays.`);
  } catch (error) {
    await submitted;
    say(`Declined: ${reasonOf(error)}; the ${stays} stays.`);
  }
  return stays === "last submission" ? "improved" : "sample";
}

function reasonOf(error: unknown): string {
  return error instanceof BenchError ? error.message.replace(/\.$/, "") : `an unexpected error (${error})`;
}
