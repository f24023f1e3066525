import { join } from "node:path";
import type { AgentChoice } from "../../agents/agent-choice.ts";
import type { Edition } from "../../facts/editions.ts";
import { ledgerFiles } from "../../models/ledger/ledger-files.ts";
import type { ModelChoice, RunLimits, SandboxChoice } from "./group-plan.ts";

/**
 * The run folder is the database: everything that is shown about runs is read from it.
 *
 *     <runs>/<group>/group.json           the plan
 *                    events.jsonl         chained: which runs started and ended, with the hash of each one's journal
 *                    agent/               a copy of the agent's files, which the runs use
 *                    host.lock            held by the process that executes the group
 *                    host.log             the output of that process
 *                    stop                 a request to stop the group
 *                    metadata.json        summaries in upstream's format, written when the host ends
 *                    submission.jsonl
 *                    <run>/run.json       agent, competition, limits, versions
 *                          events.jsonl   chained: what happened in the run
 *                          output.log     what the agent printed
 *                          calls.jsonl    chained: its calls of models, with usage and cost
 *                          bodies.jsonl   what was sent and answered in these calls, each part once
 *                          workspace/     the sandbox's writable folders while the agent works (and after, with --retain)
 *                          candidates/    every version of submission.csv, as <number>.csv
 *                          submission.csv the sealed submission
 *                          submission/submission.csv   a link to it, for upstream's tools
 *                          code/, logs/   what the agent wrote there
 *                          files.sha256   hashes of all of these, for `sha256sum -c`
 *                          grade.json     the report, and the candidates' scores
 *                          attempts/<n>/  files of an attempt that ended with an infrastructure error, or was retried
 *                          stop           a request to stop this run
 */
export const groupFiles = {
  plan: "group.json",
  events: "events.jsonl",
  agent: "agent",
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
  calls: ledgerFiles.calls,
  bodies: ledgerFiles.bodies,
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

/** The content of `run.json`, written before the agent starts. */
export interface RunRecord {
  readonly format: 2;
  readonly run: string;
  readonly group: string;
  readonly competition: string;
  readonly seed: number;
  readonly agent: AgentChoice;
  /** The hash of the agent's content; null when the plan has none. */
  readonly content: string | null;
  readonly limits: RunLimits;
  readonly sandbox: SandboxChoice;
  readonly models?: ModelChoice;
  readonly edition: Edition;
  readonly version: string;
  readonly node: string;
  readonly platform: string;
  /** SHA-256 of the prepared data's manifest, which identifies the data. Null when there is no manifest. */
  readonly manifest: string | null;
}
