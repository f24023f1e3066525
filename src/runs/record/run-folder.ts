import { join } from "node:path";
import type { Edition } from "../../facts/editions.ts";
import type { AgentChoice, RunLimits, SandboxChoice } from "./group-plan.ts";

/**
 * The run folder is the database: everything shown anywhere is read from here.
 *
 *     <runs>/<group>/group.json           the plan
 *                    events.jsonl         chained: which runs started and ended, with the hash of each one's journal
 *                    host.lock            the process that executes the group, while it does
 *                    host.log             what that process had to say
 *                    stop                 a request to stop the group
 *                    metadata.json        summaries in upstream's form, written when the host ends
 *                    submission.jsonl
 *                    <run>/run.json       who, what, limits, versions
 *                          events.jsonl   chained: the run's life
 *                          output.log     what the agent printed
 *                          workspace/     the sandbox's writable folders while the agent works (and after, with --retain)
 *                          candidates/    every submission.csv there was, <number>.csv
 *                          submission.csv the sealed submission
 *                          submission/submission.csv   a link to it, where upstream's tools look
 *                          code/, logs/   what the agent left there
 *                          files.sha256   hashes of all of these, for `sha256sum -c`
 *                          grade.json     the report, and the candidates' scores
 *                          attempts/<n>/  what an attempt that an infrastructure error ended left behind
 *                          stop           a request to stop this run
 */
export const groupFiles = {
  plan: "group.json",
  events: "events.jsonl",
  lock: "host.lock",
  log: "host.log",
  stop: "stop",
  metadata: "metadata.json",
  submissions: "submission.jsonl",
} as const;

export const runFiles = {
  record: "run.json",
  events: "events.jsonl",
  output: "output.log",
  workspace: "workspace",
  candidates: "candidates",
  submission: "submission.csv",
  linked: join("submission", "submission.csv"),
  code: "code",
  logs: "logs",
  files: "files.sha256",
  grade: "grade.json",
  attempts: "attempts",
  stop: "stop",
} as const;

/** What `run.json` holds, written before the agent begins. */
export interface RunRecord {
  readonly format: 2;
  readonly run: string;
  readonly group: string;
  readonly competition: string;
  readonly seed: number;
  readonly agent: AgentChoice;
  readonly limits: RunLimits;
  readonly sandbox: SandboxChoice;
  readonly edition: Edition;
  readonly version: string;
  readonly node: string;
  readonly platform: string;
  /** SHA-256 of the prepared data's manifest: which data it was. Null where there is none. */
  readonly manifest: string | null;
}
