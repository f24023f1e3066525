import { resolve } from "node:path";
import { writeFileAtomically } from "../../lib/files/replace-file.ts";
import { makeSubmission, printSubmission } from "../../runs/upstream-formats/make-submission.ts";
import { exitCodes } from "../exit-codes.ts";
import { formatTable, note, printJson } from "../output.ts";
import type { MakeSubmissionOptions } from "./make-submission.options.ts";

/** Upstream's `experiments/make_submission.py`. */
export async function run(options: MakeSubmissionOptions): Promise<number> {
  const lines = makeSubmission(options.metadata, {
    ...(options.relLogPath === undefined ? {} : { log: options.relLogPath }),
    ...(options.relCodePath === undefined ? {} : { code: options.relCodePath }),
  });
  const { output } = options;
  await writeFileAtomically(resolve(output), printSubmission(lines));
  if (options.json) printJson(lines);
  const isThere = (path: string | null) => (path === null ? "no" : "yes");
  const rows = lines.map((line) => [
    line.competition_id,
    isThere(line.submission_path),
    isThere(line.logs_path),
    isThere(line.code_path),
  ]);
  note(formatTable(["competition", "submission", "log", "code"], rows));
  note(`Written to ${output}. Next: mlebench grade --submission ${output} --output-dir DIR`);
  return exitCodes.done;
}
