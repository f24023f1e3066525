import type { CodingWork } from "../../../../src/agents/search/parts.ts";
import type { AgentTask } from "../../../../src/contracts/agent.ts";
import type { Model } from "../../../../src/contracts/model.ts";
import type { Sandbox, SandboxSpec } from "../../../../src/contracts/sandbox.ts";
import type { SandboxProvider } from "../../../../src/contracts/sandbox-kind.ts";
import { withSandbox } from "../../../support/sandbox-folders.ts";
import { type Recorded, recordingAsk } from "./recording-ask.ts";

/** A git repository with a commit, as the search makes it for an experiment. */
const makeFolder = `set -e
mkdir -p "$1" && cd "$1" && git init -q
printf 'print("old")\\n' >main.py
git add -A && git -c user.name=test -c user.email=test@localhost commit -qm first`;

export interface CodingFolder {
  readonly sandbox: Sandbox;
  readonly task: AgentTask;
  /** What was printed into the run's log so far. */
  readonly log: () => string;
  work(options?: Partial<CodingWork> & { recorded?: Recorded; onRecord?: () => void }): CodingWork;
  read(path: string): Promise<string | null>;
  /** Runs a line of shell in the folder. */
  shell(line: string): Promise<string>;
}

/** A folder with an old `main.py` in a sandbox, and work to be done in it. */
export async function withCodingFolder<T>(
  provider: SandboxProvider,
  model: Model,
  use: (folder: CodingFolder) => Promise<T>,
  settings: Partial<SandboxSpec> = {},
): Promise<T> {
  return await withSandbox(provider, { limits: { wallClockMs: 600_000 }, ...settings }, async (sandbox) => {
    const directory = `${sandbox.paths.code}/sessions/experiment_1`;
    const made = await sandbox.run(["/bin/sh", "-c", makeFolder, "sh", directory]);
    if (made.exitCode !== 0) throw new Error(made.output);
    const signal = new AbortController().signal;
    const chunks: Uint8Array[] = [];
    const task: AgentTask = {
      ...{ competitionId: "demo-plant-flowering", seed: 1, sandbox, publicData: "/none", model, signal },
      ...{ limits: { wallClockMs: 600_000 }, graceMs: 500 },
      onOutput: (chunk) => chunks.push(chunk),
      record: () => undefined,
      check: async () => ({ valid: null, message: "There is no harness here.", sha256: null }),
      rehearsals: [],
    };
    return await use({
      sandbox,
      task,
      log: () => Buffer.concat(chunks).toString(),
      work: ({ recorded, onRecord, ...rest } = {}) => ({
        ...{ key: "experiment_1/v1", directory, program: "main.py", mode: "write", timeoutMs: 60_000, signal },
        base: { files: { "main.py": 'print("old")\n' }, isWhole: true },
        prompt: { system: "You write programs.", sections: [{ title: "Task", text: "Predict the flowers." }] },
        ask: recordingAsk(model, recorded, onRecord),
        ...rest,
      }),
      read: async (path) => {
        const content = await sandbox.readFile(`${directory}/${path}`);
        return content === null ? null : Buffer.from(content).toString();
      },
      shell: async (line) => (await sandbox.run(["/bin/sh", "-c", `cd "$1" && ${line}`, "sh", directory])).output,
    });
  });
}
