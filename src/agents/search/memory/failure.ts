import { formatSeconds } from "../../../lib/format-seconds.ts";
import type { Experiment, ProgramEnd, ProgramRun } from "../parts.ts";

/** How an experiment failed. */
export interface Failure {
  /** One sentence. */
  readonly kind: string;
  /** What the program printed; empty when it did not run. */
  readonly excerpt: string;
}

const ends: Readonly<Record<Exclude<ProgramEnd, "finished">, string>> = {
  failed: "The program failed",
  time: "The program ran out of time",
  memory: "The program ran out of memory",
  disk: "The program filled the disk",
  output: "The program printed too much",
  cancelled: "The program was stopped from outside",
};

const modes: Readonly<Record<ProgramRun["kind"], string>> = {
  debug: "with --debug",
  full: "in full",
  rehearsal: "on the data of a rehearsal",
};

/** What went wrong last. */
export function failureOf(experiment: Experiment): Failure {
  const version = experiment.versions.at(-1);
  const run = version?.runs.at(-1);
  const excerpt = run?.excerpt ?? "";
  if (run !== undefined && run.end !== "finished") return { kind: describeEnd(run, run.end), excerpt };
  if (typeof version?.invalid === "string") return { kind: `Its submission is invalid: ${version.invalid}`, excerpt };
  if (version?.commit === null)
    return { kind: `No program was written: ${experiment.failure ?? version.summary}`, excerpt };
  return { kind: experiment.failure ?? "It has no score.", excerpt };
}

function describeEnd({ kind, exitCode, seconds }: ProgramRun, end: Exclude<ProgramEnd, "finished">): string {
  const code = end === "failed" && exitCode !== null ? ` with exit code ${exitCode}` : "";
  return `${ends[end]}${code} after ${formatSeconds(seconds)}, run ${modes[kind]}.`;
}
