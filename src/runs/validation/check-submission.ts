import type { Edition } from "../../facts/editions.ts";
import type { Verdict } from "../../grade/validate-submission.ts";
import { programBeside } from "../../lib/processes/child.ts";
import { askAboutFile, type CheckLimits, type Unchecked } from "./ask-about-file.ts";

/** What the checking process gets: nothing in it leads to the answers. */
export interface CheckTask {
  readonly competitionId: string;
  readonly edition: Edition;
  readonly submissionPath: string;
  readonly samplePath: string;
}

/** A verdict, or why the file itself prevented one. */
export type Check = Verdict | Unchecked;

/** Checks a submission's format; see `askAboutFile`. */
export async function checkSubmission(task: CheckTask, limits: CheckLimits, signal: AbortSignal): Promise<Check> {
  return await askAboutFile<Verdict>(programBeside(import.meta.url, "validation.process"), task, limits, signal);
}
