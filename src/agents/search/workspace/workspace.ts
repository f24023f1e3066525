import { posix } from "node:path";
import type { AgentTask } from "../../../contracts/agent.ts";
import type { CommandResult } from "../../../contracts/command.ts";
import { readFiles } from "./read-files.ts";
import {
  beginScript,
  commitScript,
  freeDiskScript,
  openScript,
  returnScript,
  salvageScript,
  settleScript,
} from "./scripts.ts";

/** For one command of git: plenty, unless the machine is in trouble. */
const timeoutMs = 300_000;

/** The file that programs write into their folder for outputs. */
export const submissionName = "final_submission.csv";

/** The first line of a commit's message and what follows; the kernel limits the words of a command line. */
const mostMessageBytes = 8000;

/** What a program left behind. */
export interface Outputs {
  /** Why there is no file to submit; null when there is one. */
  readonly problem: string | null;
  /** The hash of the file in the submission folder, which programs can write, too. */
  readonly banked: string | null;
  /** Whether the program's own files could be put back as they were committed. */
  readonly isSettled: boolean;
}

export interface Commit {
  readonly commit: string;
  readonly files: Readonly<Record<string, string>>;
  /** Whether `files` are all of them. */
  readonly isWhole: boolean;
}

/** The folders of a search inside its sandbox: a git repository with a branch and a working folder for every experiment. */
export class Workspace {
  readonly #task: Pick<AgentTask, "sandbox" | "signal" | "graceMs">;
  readonly #program: string;
  /** Commands that change the repository wait for each other: git does not. */
  #turn: Promise<unknown> = Promise.resolve();

  /** @param program The entry point of programs. */
  constructor(task: Pick<AgentTask, "sandbox" | "signal" | "graceMs">, program: string) {
    this.#task = task;
    this.#program = program;
  }

  /** Where an experiment's files are worked on, inside. */
  session(experiment: string): string {
    return posix.join(this.#task.sandbox.paths.code, "sessions", experiment);
  }

  /** Where an experiment's programs write, inside. */
  output(experiment: string): string {
    return posix.join(this.#task.sandbox.paths.code, `output_data_${experiment}`);
  }

  get submission(): string {
    return posix.join(this.#task.sandbox.paths.submission, "submission.csv");
  }

  /** Makes the repository, or what is missing of it. Returns the graphics cards that the sandbox names. */
  async open(): Promise<readonly string[]> {
    const { output } = await this.#mustRun(openScript, "-", this.#program);
    return output.split(",").filter((card) => card !== "");
  }

  /**
   * Makes an experiment's branch and folder from what it builds on. A folder that is there already stays as it is: its coder
   * was interrupted. Where a program has deleted the repository, it is made again, and `files` stand in for what is lost.
   */
  async begin(experiment: string, base: Omit<Commit, "isWhole"> | null): Promise<void> {
    const commit = base?.commit ?? "";
    const first = await this.run(beginScript, experiment, commit);
    let isLost = first.output.includes("lost");
    if (first.exitCode !== 0) {
      await this.open();
      isLost = (await this.#mustRun(beginScript, experiment, commit)).output.includes("lost");
    }
    if (isLost) await this.#write(experiment, base!.files);
  }

  /** Commits what the coder made, even if it has broken the repository. */
  async commit(experiment: string, message: string): Promise<Commit> {
    const text = Buffer.from(message.replaceAll("\0", "")).subarray(0, mostMessageBytes).toString();
    const words = [experiment, text.trim() === "" ? experiment : text];
    let { output, exitCode } = await this.run(commitScript, ...words);
    if (exitCode !== 0) {
      await this.#mustRun(salvageScript, experiment);
      await this.open();
      await this.#mustRun(beginScript, experiment, "");
      await this.#mustRun(returnScript, experiment);
      ({ output } = await this.#mustRun(commitScript, ...words));
    }
    const end = output.indexOf("\n");
    const listing = output.slice(end + 1);
    return {
      commit: output.slice(0, end),
      ...(await readFiles(this.#task.sandbox, this.session(experiment), listing)),
    };
  }

  /** Brings back the files of a commit that a program has deleted together with the repository. */
  async restore(experiment: string, { files }: Pick<Commit, "files">): Promise<void> {
    await this.open();
    await this.#mustRun(beginScript, experiment, "");
    await this.#write(experiment, files);
    await this.#mustRun(commitScript, experiment, "Restored");
  }

  /** Looks at what a program left in a folder, and puts its own files back. */
  async settle(experiment: string, folder: string): Promise<Outputs> {
    const file = posix.join(folder, submissionName);
    const { output, exitCode } = await this.run(settleScript, experiment, file, this.submission);
    const [written = "none", submission = "none"] = output.split("\n");
    return {
      problem: written === "file" ? null : problemOf(written),
      banked: isHash(submission) ? submission : null,
      isSettled: exitCode === 0,
    };
  }

  /** Makes room after a program has filled the disk, so that the search can go on. */
  async freeDisk(experiment: string, folder: string): Promise<void> {
    const isShared = this.#task.sandbox.record.isolation === "none";
    await this.run(freeDiskScript, experiment, folder, isShared ? "" : "/tmp");
  }

  /** Runs a script after those that were started before it. */
  async run(script: string, ...words: readonly string[]): Promise<CommandResult> {
    const { sandbox, signal, graceMs } = this.#task;
    const command = ["/bin/sh", "-c", script, "sh", sandbox.paths.code, ...words];
    // A program may have deleted the folder that commands start in.
    const settings = {
      signal,
      graceMs,
      timeoutMs,
      directory: "/",
      ignoresDiskLimit: true,
      isUnconnected: true,
    } as const;
    const start = () => sandbox.run(command, settings);
    const result = this.#turn.then(start);
    this.#turn = result.catch(() => undefined);
    const ended = await result;
    signal.throwIfAborted();
    return ended;
  }

  async #mustRun(script: string, ...words: readonly string[]): Promise<CommandResult> {
    const result = await this.run(script, ...words);
    if (result.exitCode === 0) return result;
    throw new WorkspaceFailure(`git did not work in the sandbox: ${result.output.trim().slice(-500) || "no output"}`);
  }

  async #write(experiment: string, files: Readonly<Record<string, string>>): Promise<void> {
    const place = (path: string): string => posix.join(this.session(experiment), path);
    const folders = new Set(Object.keys(files).map((path) => place(posix.dirname(path))));
    await this.#mustRun('shift; mkdir -p -- "$@"', ...folders);
    for (const [path, text] of Object.entries(files)) await this.#task.sandbox.writeFile(place(path), text);
  }
}

/** The repository in the sandbox does not work, and could not be made again. */
export class WorkspaceFailure extends Error {}

function isHash(line: string): boolean {
  return /^[0-9a-f]{64}$/.test(line);
}

function problemOf(found: string): string {
  if (found === "none") return "The program did not write $OUTPUT_DIR/final_submission.csv.";
  return "The program's $OUTPUT_DIR/final_submission.csv is not a regular file.";
}
