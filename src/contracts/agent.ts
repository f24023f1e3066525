import type { CommandResult } from "./command.ts";
import type { Sandbox } from "./sandbox.ts";

/**
 * Somebody who works on a competition. Whatever an agent is (a program, a container, a loop of ours around a model), its
 * product is a file: `submission.csv` in the sandbox's submission folder.
 */
export interface Agent {
  readonly name: string;
  /** Names of the host's environment variables whose values are secret: they never enter a record. */
  readonly secrets?: readonly string[];
  /** Asked once per run, before its sandbox is opened. `scratch` is an empty folder of the host for what it must make. */
  needs(run: {
    readonly competitionId: string;
    readonly publicData: string;
    readonly scratch: string;
  }): Promise<AgentNeeds>;
  /** Rejects only with `SandboxUnavailable` or when our own code fails; failing agents return how they ended. */
  act(task: AgentTask): Promise<AgentEnd>;
}

/** What an agent's sandbox needs besides the competition. */
export interface AgentNeeds {
  /** Path inside -> path on the host: its programs and files. */
  readonly readOnly?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
  /** The container image it must run in; then only docker will do. */
  readonly image?: string;
  /** Further settings of the container, as the engine's `HostConfig` has them. */
  readonly hostConfig?: Readonly<Record<string, unknown>>;
}

/** What an agent is told, besides the environment inside: nothing here leads to the grader or the answers. */
export interface AgentTask {
  readonly competitionId: string;
  readonly seed: number;
  readonly sandbox: Sandbox;
  /** The prepared public data on the host, as it is mounted in the sandbox. */
  readonly publicData: string;
  /** Aborted when the run is stopped from outside; commands that are given it end. */
  readonly signal: AbortSignal;
  /** Between the request to end and the end, for `CommandOptions.graceMs`. */
  readonly graceMs: number;
  /** What the agent prints, as it comes: the run's log. */
  readonly onOutput: (chunk: Uint8Array) => void;
}

/** How an agent stopped. A `CommandResult` is one. */
export type AgentEnd = Pick<CommandResult, "exitCode" | "timedOut" | "cancelled" | "exceeded">;
