import type { AgentTask } from "../../../contracts/agent.ts";
import type { CodingWork } from "../parts.ts";

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
