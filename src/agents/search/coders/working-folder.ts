import { posix } from "node:path";
import type { AgentTask } from "../../../contracts/agent.ts";
import { BenchError, SandboxUnavailable } from "../../../lib/errors.ts";
import type { CodingWork } from "../parts.ts";
import type { FileChanges } from "./answer/read-answer.ts";

/** Something in the folder is in the way of a change. */
const inTheWay = 4;

/**
 * Makes room for files (`+`) and deletes others (`-`), each with its path. A link on the way could lead out of the folder; one
 * in a file's place is removed.
 */
const makeRoom = `cd "$1" || exit 3
shift
while [ $# -gt 0 ]; do
  path=$2 rest=$2 folder=
  while [ "$rest" != "\${rest#*/}" ]; do
    folder=$folder\${rest%%/*} rest=\${rest#*/}
    if [ -L "$folder" ]; then echo "$folder is a symbolic link"; exit ${inTheWay}; fi
    if [ -e "$folder" ] && ! [ -d "$folder" ]; then echo "$folder is a file, not a folder"; exit ${inTheWay}; fi
    folder=$folder/
  done
  if ! [ -L "$path" ] && [ -d "$path" ]; then echo "$path is a folder"; exit ${inTheWay}; fi
  if [ "$1" = - ] || [ -L "$path" ]; then rm -f -- "$path" || exit 5; fi
  if [ "$1" = + ] && [ -n "$folder" ]; then mkdir -p -- "$folder" || exit 5; fi
  shift 2
done`;

/**
 * Git is told where the repository is and never looks for one: without isolation, the folders above may be in another. Its
 * hooks and settings are the agent's.
 */
const git = `cd "$1" || exit 3
export GIT_DIR="$1/.git" GIT_WORK_TREE="$1" GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
git() { command git -c core.hooksPath=/dev/null -c core.fsmonitor=false -c safe.directory='*' "$@"; }`;

/** What became of the program: `missing`, `unchanged` or `changed`, compared with a commit. */
const compare = `${git}
if ! [ -f "$2" ] || [ -L "$2" ]; then echo missing; exit; fi
if [ -n "$3" ]; then git reset -q --soft "$3" || exit 5; fi
changes=$(git status --porcelain) || exit 5
if [ -n "$changes" ]; then echo changed; else echo unchanged; fi`;

const reset = `${git}
git reset -q --hard "$2" && git clean -qfd`;

const head = `${git}
git rev-parse HEAD`;

/** The folder is gone, or the disk is full. */
export class WriteFailure extends Error {}

/** The folder that a coder changes. */
export class WorkingFolder {
  readonly #task: Pick<AgentTask, "sandbox" | "graceMs">;
  readonly #work: Pick<CodingWork, "directory" | "program" | "signal">;

  constructor(
    task: Pick<AgentTask, "sandbox" | "graceMs">,
    work: Pick<CodingWork, "directory" | "program" | "signal">,
  ) {
    this.#task = task;
    this.#work = work;
  }

  /** Null when it is done; otherwise what was in the way, which the model can avoid. @throws WriteFailure where it cannot. */
  async change({ written, deleted }: FileChanges): Promise<string | null> {
    const steps = [...deleted.flatMap((path) => ["-", path]), ...[...written.keys()].flatMap((path) => ["+", path])];
    const { exitCode, output } = await this.#run(makeRoom, steps);
    if (exitCode === inTheWay) return `The files were not written: ${output.trim()}.`;
    if (exitCode !== 0) throw new WriteFailure(`The files could not be written: ${output.trim()}`);
    for (const [path, content] of written) {
      try {
        await this.#task.sandbox.writeFile(posix.join(this.#work.directory, path), content);
      } catch (error) {
        if (!(error instanceof BenchError) || error instanceof SandboxUnavailable) throw error;
        throw new WriteFailure(`${path} could not be written: ${error.message}`);
      }
    }
    return null;
  }

  /** The commit that the folder is on; empty when git cannot say. */
  async commit(): Promise<string> {
    const { exitCode, output } = await this.#run(head, []);
    return exitCode === 0 ? output.trim() : "";
  }

  /**
   * What became of the program since the folder's commit, or since the one that is given: commits after it are undone, and
   * their changes stay in the files. `unknown` when git cannot say.
   */
  async program(since = ""): Promise<"missing" | "unchanged" | "changed" | "unknown"> {
    const { output } = await this.#run(compare, [this.#work.program, since]);
    const state = output.trim().split("\n").at(-1)!;
    return state === "missing" || state === "unchanged" || state === "changed" ? state : "unknown";
  }

  /** Puts everything back to a commit, so that work can start over. Without one, nothing is done. */
  async restore(commit: string): Promise<void> {
    if (commit !== "") await this.#run(reset, [commit]);
  }

  /** Removes a folder, here or elsewhere inside. */
  async remove(folder: string): Promise<void> {
    await this.#run('rm -rf -- "$2"', [folder]);
  }

  async #run(script: string, parameters: readonly string[]) {
    const { sandbox, graceMs } = this.#task;
    const { directory, signal } = this.#work;
    const command = ["/bin/sh", "-c", script, "sh", directory, ...parameters];
    const settings = { signal, graceMs, timeoutMs: 120_000, directory: "/", isUnconnected: true } as const;
    const result = await sandbox.run(command, settings);
    signal.throwIfAborted();
    return result;
  }
}
