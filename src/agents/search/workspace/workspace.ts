import { randomUUID } from "node:crypto";
import { posix } from "node:path";
import type { AgentTask } from "../../../contracts/agent.ts";
import type { CommandResult } from "../../../contracts/command.ts";
import { SandboxUnavailable } from "../../../lib/errors.ts";
import type { FileChanges } from "../parts.ts";
import { changeStream } from "./change-stream.ts";
import { readFiles } from "./read-files.ts";
import { outputOf, RepositoryCommands } from "./repository-commands.ts";
import {
  beginScript,
  commitScript,
  describeScript,
  freeDiskScript,
  openScript,
  returnScript,
  salvageScript,
  saveScript,
} from "./scripts.ts";

/** The file that programs write into their folder for outputs. */
export const submissionName = "final_submission.csv";

/** The first line of a commit's message and what follows; the kernel limits the words of a command line. */
const mostMessageBytes = 8000;

const mainBranch = "refs/heads/main";

export interface Commit {
  readonly commit: string;
  readonly files: Readonly<Record<string, string>>;
  /** Whether `files` are all of them. */
  readonly isWhole: boolean;
}

/** What a version builds on. */
export type Base = Omit<Commit, "isWhole">;

/** A version of an experiment's program. */
export interface VersionName {
  readonly experiment: string;
  readonly version: number;
}

/** The folders of a search inside its sandbox: a git repository with a branch and a working folder for every experiment. */
export class Workspace {
  readonly #task: Pick<AgentTask, "sandbox" | "signal" | "graceMs">;
  readonly #program: string;
  readonly commands: RepositoryCommands;

  /** @param program The entry point of programs. */
  constructor(task: Pick<AgentTask, "sandbox" | "signal" | "graceMs">, program: string) {
    this.#task = task;
    this.#program = program;
    this.commands = new RepositoryCommands(task);
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
    const cards = await this.commands.mustRun(openScript, "-", this.#program);
    return cards.split(",").filter((card) => card !== "");
  }

  /**
   * Makes the branch and folder for a version from what it builds on. A folder that is there already stays as it is: its coder
   * was interrupted. Where a program has deleted the repository, it is made again, and `files` stand in for what is lost.
   */
  async begin(name: VersionName, base: Base | null): Promise<void> {
    const words = [name.experiment, base?.commit ?? "", String(name.version)];
    const first = await this.commands.run(beginScript, ...words);
    let isLost = first.output.includes("lost");
    if (first.exitCode !== 0) {
      await this.open();
      isLost = (await this.commands.mustRun(beginScript, ...words)).includes("lost");
    }
    if (isLost) await this.#saveAgain(name, base!);
  }

  /** Commits what the coder made, even if it has broken the repository. */
  async commit({ experiment, version }: VersionName, message: string): Promise<Commit> {
    const { commands } = this;
    const words = [experiment, messageOf(experiment, message)];
    let { output, exitCode } = await commands.run(commitScript, ...words);
    if (exitCode !== 0) {
      await commands.mustRun(salvageScript, experiment);
      await this.open();
      await commands.mustRun(beginScript, experiment, "", String(version));
      await commands.mustRun(returnScript, experiment);
      output = await commands.mustRun(commitScript, ...words);
    }
    return await this.#committed(experiment, output);
  }

  /** Makes the branch and folder for a version and commits changes to what it builds on, all in one command. */
  async save(
    { experiment, version }: VersionName,
    base: Base | null,
    { changes, message }: { readonly changes: FileChanges; readonly message: string },
  ): Promise<Commit> {
    const commit = { branch: experiment, changes, message: messageOf(experiment, message) };
    const stream = changeStream({ ...commit, from: base?.commit ?? mainBranch });
    const attempt = async (content: string): Promise<CommandResult> => {
      // A name that no program can have put something at.
      const file = posix.join(this.#task.sandbox.paths.code, `.${randomUUID()}.changes`);
      await this.#task.sandbox.writeFile(file, content);
      return await this.commands.run(saveScript, experiment, file, String(version));
    };
    let result = await attempt(stream).catch(unlessUnavailable);
    if (result?.exitCode !== 0) {
      await this.open();
      result = await attempt(stream);
    }
    if (result.exitCode !== 0) {
      const known = base === null ? {} : { files: base.files };
      result = await attempt(changeStream({ ...commit, from: mainBranch, ...known }));
    }
    return await this.#committed(experiment, outputOf(result));
  }

  /** Brings back the files of a commit that a program has deleted together with the repository. */
  async restore(name: VersionName, commit: Pick<Commit, "files">): Promise<void> {
    await this.open();
    await this.#saveAgain(name, commit);
  }

  /** Why there is no file to submit in a folder for outputs; null when there is one. */
  async problemIn(experiment: string, folder: string): Promise<string | null> {
    const { output } = await this.commands.run(describeScript, experiment, posix.join(folder, submissionName));
    const found = output.trim();
    if (found === "file") return null;
    if (found === "none") return "The program did not write $OUTPUT_DIR/final_submission.csv.";
    return "The program's $OUTPUT_DIR/final_submission.csv is not a regular file.";
  }

  /** Makes room after a program has filled the disk, so that the search can go on. */
  async freeDisk(experiment: string, folder: string): Promise<void> {
    const isShared = this.#task.sandbox.record.isolation === "none";
    await this.commands.run(freeDiskScript, experiment, folder, isShared ? "" : "/tmp");
  }

  async #committed(experiment: string, output: string): Promise<Commit> {
    const end = output.indexOf("\n");
    const listing = output.slice(end + 1);
    const found = await readFiles(this.#task.sandbox, this.session(experiment), listing);
    return { commit: output.slice(0, end), ...found };
  }

  async #saveAgain(name: VersionName, { files }: Pick<Commit, "files">): Promise<void> {
    const changes = { written: new Map(Object.entries(files)), deleted: [] };
    await this.save(name, null, { changes, message: "Restored" });
  }
}

/** A program may have closed the folder that a file is written to. */
function unlessUnavailable(error: unknown): null {
  if (error instanceof SandboxUnavailable) throw error;
  return null;
}

function messageOf(experiment: string, message: string): string {
  const text = Buffer.from(message.replaceAll("\0", "")).subarray(0, mostMessageBytes).toString();
  return text.trim() === "" ? experiment : text;
}
