import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CompetitionDefinition } from "../../src/contracts/competition.ts";
import type { Frame } from "../../src/frame/frame.ts";
import { parseCsv } from "../../src/frame/read-csv.ts";

/** The answers of a golden case as the competition reads them; only formats other than CSV go through a file. */
export function readAnswersFrom(
  definition: Pick<CompetitionDefinition, "readAnswers">,
  answers: { readonly file: string; readonly bytes: Buffer },
): Frame {
  if (definition.readAnswers === undefined) return parseCsv(Buffer.from(answers.bytes));
  const folder = mkdtempSync(join(tmpdir(), "mlebench-answers-"));
  try {
    writeFileSync(join(folder, answers.file), answers.bytes);
    return definition.readAnswers(join(folder, answers.file));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
