import type { AgentTask } from "../../../contracts/agent.ts";
import type { CommandResult } from "../../../contracts/command.ts";
import { prelude } from "./prelude.ts";

/** For one command of git: plenty, unless the machine is in trouble. */
const timeoutMs = 300_000;

/** The repository in the sandbox does not work, and could not be made again. */
export class WorkspaceFailure extends Error {}

/** Runs scripts on the repository of a search, one at a time: git does not wait for itself. */
export class RepositoryCommands {
  readonly #task: Pick<AgentTask, "sandbox" | "signal" | "graceMs">;
  #turn: Promise<unknown> = Promise.resolve();
  /** Experiments whose programs have ended: the next command tidies up after them. */
  #left: string[] = [];
  /** Those of them whose files are gone. */
  #lost: string[] = [];

  constructor(task: Pick<AgentTask, "sandbox" | "signal" | "graceMs">) {
    this.#task = task;
  }

  /** Has the next command put an experiment's files back as they were committed: its programs have ended. */
  leave(experiment: string): void {
    if (!this.#left.includes(experiment)) this.#left.push(experiment);
  }

  /** Puts back the files of all experiments that were left. Returns those whose files are gone, once. */
  async tidy(): Promise<readonly string[]> {
    if (this.#left.length > 0) await this.run(prelude, "-");
    return this.#lost.splice(0);
  }

  /** Runs a script after those that were started before it. */
  async run(script: string, ...words: readonly string[]): Promise<CommandResult> {
    const result = this.#turn.then(async () => await this.#start(script, words));
    this.#turn = result.catch(() => undefined);
    const ended = await result;
    this.#task.signal.throwIfAborted();
    return ended;
  }

  /** Returns what the script prints. @throws WorkspaceFailure when it fails. */
  async mustRun(script: string, ...words: readonly string[]): Promise<string> {
    return outputOf(await this.run(script, ...words));
  }

  async #start(script: string, words: readonly string[]): Promise<CommandResult> {
    const { sandbox, signal, graceMs } = this.#task;
    const left = script.startsWith(prelude) ? this.#left.splice(0) : [];
    const result = await sandbox.run(["/bin/sh", "-c", script, "sh", sandbox.paths.code, ...words], {
      signal,
      graceMs,
      timeoutMs,
      // A program may have deleted the folder that commands start in.
      directory: "/",
      ignoresDiskLimit: true,
      isUnconnected: true,
      ...(left.length === 0 ? {} : { environment: { MLEBENCH_LEFT: left.join(" ") } }),
    });
    const [lost] = /^(?:lost \S+\n)*/.exec(result.output)!;
    this.#lost.push(...lost.split("\n").flatMap((line) => line.split(" ").slice(1)));
    return { ...result, output: result.output.slice(lost.length) };
  }
}

/** What a script has printed. @throws WorkspaceFailure when it has failed. */
export function outputOf({ exitCode, output }: CommandResult): string {
  if (exitCode === 0) return output;
  throw new WorkspaceFailure(`git did not work in the sandbox: ${output.trim().slice(-500) || "no output"}`);
}
