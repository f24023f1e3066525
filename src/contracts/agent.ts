import type { z } from "zod";
import type { CommandResult } from "./command.ts";
import type { Model } from "./model.ts";
import type { Network, Sandbox, SandboxLimits } from "./sandbox.ts";

/**
 * Works on a competition. Whether an agent is a program, a container or a loop around a model that runs on the host, it
 * delivers a file: `submission.csv` in the sandbox's submission folder.
 */
export interface Agent {
  readonly name: string;
  /** Host environment variables that hold secrets: their values never enter a record. */
  readonly secrets?: readonly string[];
  /** The shape of the events it records. An agent without one records none. */
  readonly events?: z.ZodType<AgentEvent>;
  /**
   * Whether it can go on where an interrupted host left it, from its own events (`AgentTask.earlier`) and the same workspace.
   * Without it, such a run starts over.
   */
  readonly continues?: true;
  /** Called once per run, before its sandbox opens. `scratch` is an empty host folder for files the agent has to make. */
  needs(run: {
    readonly competitionId: string;
    readonly publicData: string;
    readonly scratch: string;
  }): Promise<AgentNeeds>;
  /** An agent that fails returns how it ended. Rejecting means that the harness failed: the run is tried again. */
  act(task: AgentTask): Promise<AgentEnd>;
}

/** What an agent's sandbox needs besides the competition. */
export interface AgentNeeds {
  /** Its programs and files: path inside -> path on the host. */
  readonly readOnly?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
  /** The programs that it cannot start without, as in a command line: names or paths inside. */
  readonly programs?: readonly string[];
  /** The container image it must run in: only sandboxes that take images will do. */
  readonly image?: string;
  /** Further container settings, as in the engine's `HostConfig`. */
  readonly hostConfig?: Readonly<Record<string, unknown>>;
}

/** What an agent gets, besides the environment inside. Nothing here leads to the grader or the answers. */
export interface AgentTask {
  readonly competitionId: string;
  readonly seed: number;
  readonly sandbox: Sandbox;
  /** The prepared public data on the host, as it is mounted in the sandbox. */
  readonly publicData: string;
  /** The network that the run was given; a sandbox without isolation has more. Absent: none. */
  readonly network?: Network;
  /** What the run may use. */
  readonly limits: AgentLimits;
  /**
   * The events that an agent which `continues` recorded before its host was interrupted, oldest first; absent in a fresh
   * start. Only files in the workspace are still there: processes have ended.
   */
  readonly earlier?: readonly AgentEvent[];
  /** The run's model, if it was given one. */
  readonly model?: Model;
  /**
   * What the run's model calls have used so far, those of programs in the sandbox included; or those of one session of a program.
   * Absent without models.
   */
  readonly spent?: (session?: string) => ModelSpending;
  /**
   * Aborted when the run must end: it was stopped, or its time is up. Pass it to every command and call. An agent that
   * goes on regardless is left behind: its sandbox closes and what it has submitted by then counts.
   */
  readonly signal: AbortSignal;
  /** How long commands may take to end after being asked to, for `CommandOptions.graceMs`. */
  readonly graceMs: number;
  /** Receives what the agent prints, as it arrives: the run's log. */
  readonly onOutput: (chunk: Uint8Array) => void;
  /**
   * Writes an event of the agent's own into the run's journal, chained like all others. Values of the agent's `secrets` are
   * blanked out.
   *
   * @throws BenchError when it does not match the agent's `events`: a bug in the code that drives the agent, so the run
   * fails because of the harness, whatever the agent does about it.
   */
  readonly record: (event: AgentEvent) => void;
  /**
   * Says whether a file in the sandbox could be submitted, as `$VALIDATE_SCRIPT` does inside: by public data alone. The path
   * is one inside, below the submission, code or logs folder. The run's journal has every file that was judged.
   */
  readonly check: (path: string) => Promise<FileCheck>;
  /** The rehearsals that programs can be tried on; empty when the run has none. */
  readonly rehearsals: readonly RehearsalCut[];
}

/** What the harness says about a file. */
export interface FileCheck {
  /** Null when the file could not be checked. */
  readonly valid: boolean | null;
  readonly message: string;
  /** SHA-256 of the bytes that were judged, which programs may have changed since; null when there was no such file. */
  readonly sha256: string | null;
}

/** A smaller competition that was cut from the public training data; see docs/rehearsals.md. */
export interface RehearsalCut {
  readonly seed: number;
  /** Its public part, inside: what DATA_DIR is for the competition itself. */
  readonly data: string;
  /**
   * Scores predictions with the competition's metric, outside the sandbox. The run's journal has every file that was judged;
   * scores count against the limit `rehearsals`, which all cuts share. Asked for the same predictions again, also after an
   * interruption, the harness gives the same score, which does not count.
   */
  score(path: string): Promise<RehearsalScore>;
}

export interface RehearsalScore extends FileCheck {
  /** Null when there is none: the file is not valid, its score is not finite, or no score is left. */
  readonly score: number | null;
  /** How many scores are left; absent for a score that did not count. */
  readonly left?: number;
}

/** What model calls have used together, as the ledger has it. */
export interface ModelSpending {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** In US dollars; null when the price of a call is unknown. */
  readonly cost: number | null;
}

/** The limits of one run. Absent means unlimited. */
export interface AgentLimits extends SandboxLimits {
  readonly wallClockMs: number;
  /** Whether time spent waiting for a model's provider is left out of the wall clock. */
  readonly workingTime?: boolean;
  /** How many graphics cards it has. */
  readonly gpus?: number;
  /** What its model calls may use together: US dollars, input and output tokens, calls. */
  readonly maxCost?: number;
  readonly maxTokens?: number;
  readonly maxCalls?: number;
  /** Most messages of a conversation with a model. */
  readonly maxMessages?: number;
  /** How many scores of rehearsals it may ask for. Absent: it has no rehearsal. */
  readonly rehearsals?: number;
}

/** Something an agent records: a type, and whatever else its own schema asks for. */
export interface AgentEvent {
  readonly type: string;
  /**
   * The model call whose answer this event holds (`ModelAnswer.call`). Answers that no event names are handed out once more
   * when the agent continues and asks for the same, so that no call is paid for twice.
   */
  readonly call?: number;
  readonly [key: string]: unknown;
}

/** How an agent stopped. A `CommandResult` is one. */
export interface AgentEnd extends Pick<CommandResult, "exitCode" | "timedOut" | "cancelled" | "exceeded"> {
  /** Set by an agent that stopped because it has used up one of its limits, before it was refused anything: says which. */
  readonly limit?: string;
}
