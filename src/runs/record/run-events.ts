import type { AgentEvent } from "../../contracts/agent.ts";
import type { SandboxRecord, SandboxUsage } from "../../contracts/sandbox.ts";
import type { Medal } from "../../grade/rank-score.ts";

/**
 * How a run ended. Only infrastructure errors are tried again. `ungraded`: the agent has done its work, which is sealed, but
 * the harness could not grade it; only the grading is repeated when the group is continued.
 */
export type RunEnd = "finished" | "limit" | "agent-error" | "infrastructure-error" | "cancelled" | "ungraded";

/** Whether a run with this end has a result. A run without one is continued with its group. */
export function hasResult(end: RunEnd | null): boolean {
  return end === "finished" || end === "limit" || end === "agent-error";
}

/** Size and hash of a file, which show whether it has changed since. */
export interface FileSeal {
  readonly bytes: number;
  readonly sha256: string;
}

/** Why a file or folder of an agent was not kept. `special`: a socket, pipe or device. */
export type DropReason = "link" | "special" | "too-large" | "too-deep" | "too-many";

/** What was not kept for one reason. A folder counts as one. */
export interface DroppedGroup {
  readonly why: DropReason;
  readonly count: number;
  /** The first few, relative to the run's folder. */
  readonly examples: readonly string[];
}

/** The events of one run, in order. An attempt begins with `opened` and ends with `stopped` or the next `opened`. */
export type RunEvent =
  /** The sandbox is open and the agent starts. `record` is the hash of `run.json`. */
  | { readonly type: "opened"; readonly attempt: number; readonly record: string; readonly sandbox: SandboxRecord }
  /**
   * An agent that can continue goes on in the same workspace, after `elapsedMs` of work: its host was interrupted, or its model's
   * provider failed. In the second case the run may have ended, without `stopped`.
   */
  | {
      readonly type: "continued";
      readonly attempt: number;
      readonly elapsedMs: number;
      readonly sandbox: SandboxRecord;
    }
  | ({ readonly type: "usage"; readonly elapsedMs: number } & SandboxUsage)
  /** The agent asked whether its submission is valid. */
  | {
      readonly type: "validation";
      readonly elapsedMs: number;
      readonly valid: boolean | null;
      readonly answer: string;
      readonly bytes: number;
    }
  /** The agent asked for a score of a rehearsal. Null: its predictions were not valid, or could not be scored. */
  | {
      readonly type: "rehearsal";
      readonly elapsedMs: number;
      /** The seed of the rehearsal. Absent in earlier records: 0. */
      readonly cut?: number;
      readonly score: number | string | null;
      readonly answer: string;
      readonly bytes: number;
      /** Of the predictions, where an agent on the host asked: the same ones are not scored again. */
      readonly sha256?: string;
    }
  | ({ readonly type: "candidate"; readonly elapsedMs: number; readonly file: string } & FileSeal)
  /** The agent recorded something of its own; `Agent.events` says what it may be. */
  | { readonly type: "agent"; readonly elapsedMs: number; readonly event: AgentEvent }
  /** The agent was warned that its time is nearly up. */
  | { readonly type: "warned"; readonly elapsedMs: number; readonly leftMs: number }
  /** An attempt was cut off, or failed through no fault of the agent. Its files are in `attempts/<attempt>`. */
  | { readonly type: "interrupted"; readonly attempt: number; readonly reason: string }
  /** The agent has stopped. */
  | {
      readonly type: "stopped";
      readonly end: RunEnd;
      readonly reason: string;
      readonly exitCode: number | null;
      readonly elapsedMs: number;
      /** Processor time and the largest use of memory in the samples that were taken; absent when there was none. */
      readonly cpuMs?: number;
      readonly peakMemoryBytes?: number;
      /** What could not be brought out of a sandbox with files elsewhere. */
      readonly dropped?: number;
    }
  /**
   * Nothing changes after this. `files` is the hash of `files.sha256`, which lists every other file of the run; `dropped`
   * counts the agent's files that were not kept, `droppedBy` says which and why.
   */
  | {
      readonly type: "sealed";
      readonly submission: FileSeal | null;
      readonly files: string;
      readonly dropped: number;
      readonly droppedBy?: readonly DroppedGroup[];
      /** The size of a submission that was too large to keep. */
      readonly tooLarge?: number;
    }
  /** `grade` is the hash of `grade.json`. */
  | {
      readonly type: "graded";
      readonly grade: string;
      readonly valid: boolean;
      readonly score: number | null;
      readonly medal: Medal | null;
    }
  | { readonly type: "ended"; readonly end: RunEnd; readonly reason: string }
  /** A run that ended without a result goes on where its agent stopped: what was missing is sealed or graded. */
  | { readonly type: "resumed" };

/** The events of a run group. */
export type GroupEvent =
  /** `plan` is the hash of `group.json`. */
  | { readonly type: "planned"; readonly plan: string; readonly runs: number }
  /** More seeds are to be run. `group.json` stays as it was planned. */
  | { readonly type: "extended"; readonly seeds: readonly number[] }
  /** These runs, which the agent has failed, start over; what they have come to so far is set aside. */
  | { readonly type: "retried"; readonly runs: readonly string[] }
  | { readonly type: "host-started"; readonly pid: number; readonly host: string; readonly version: string }
  | { readonly type: "run-started"; readonly run: string; readonly attempt: number }
  /** A run that has ended goes on where its agent stopped; see `resumed` in its own journal. */
  | { readonly type: "run-resumed"; readonly run: string }
  /** `head` is the hash of the last line of the run's own journal. */
  | {
      readonly type: "run-ended";
      readonly run: string;
      readonly end: RunEnd;
      readonly head: string;
      readonly actMs: number;
    }
  /** The host has nothing left to do, or was asked to stop. `files` holds the hashes of the group's summaries. */
  | {
      readonly type: "host-ended";
      readonly why: "complete" | "stopped" | "budget";
      readonly files: Readonly<Record<string, string>>;
    };
