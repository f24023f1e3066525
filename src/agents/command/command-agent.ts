import { constants, statSync } from "node:fs";
import { access } from "node:fs/promises";
import { resolve } from "node:path";
import { UsageError } from "../../lib/errors.ts";
import { agentFolder } from "../agent-folder.ts";
import type { AgentKind } from "../agent-kind.ts";
import { passedEnvironment } from "../passed-environment.ts";
import { say } from "../say.ts";
import { commandInside } from "./command-inside.ts";

/** Any program: what it finds and what it has to write is the agents' contract, how it works is its own matter. */
export const command: AgentKind = {
  name: "command",
  summary: "any program of yours: a command line, with a folder of files if you like",
  needs: ["a command", "the programs it calls, in the sandbox (bubblewrap and local: those of this machine)"],
  testOnly: false,
  takes: ["command", "directory", "environment", "passEnvironment"],
  create: async (choice) => {
    const line = choice.command ?? [];
    if (line.length === 0 || line[0] === "") {
      throw new UsageError("The agent `command` needs the command to run, for example `python main.py`.");
    }
    const directory = choice.directory === undefined ? null : resolve(choice.directory);
    if (directory !== null) requireFolder(directory);
    const words = commandInside(line, directory);
    const passed = passedEnvironment(choice);
    return {
      name: choice.label ?? "command",
      secrets: choice.passEnvironment ?? [],
      needs: async () => {
        if (directory !== null) await requireReadable(directory);
        return {
          ...(directory === null ? {} : { readOnly: { [agentFolder]: directory } }),
          environment: { ...choice.environment, ...passed },
        };
      },
      act: async (task) => {
        const { sandbox, signal, graceMs, onOutput } = task;
        const folder = sandbox.resolve(agentFolder);
        const own: Record<string, string> = directory === null ? {} : { AGENT_DIR: folder };
        const inside = words.map((word) => (typeof word === "string" ? word : `${folder}/${word.file}`));
        const result = await sandbox.run(inside, { signal, graceMs, onOutput, environment: own, keepOutput: false });
        if (result.exitCode === 127 && result.outputBytes < 200) {
          say(task, `mlebench: exit code 127: \`${inside[0]}\`, or what it calls, was not found in the sandbox.`);
        }
        return result;
      },
    };
  },
};

function requireFolder(directory: string): void {
  const status = statSync(directory, { throwIfNoEntry: false });
  if (status?.isDirectory()) return;
  throw new UsageError(`The agent's folder ${directory} ${status === undefined ? "does not exist" : "is no folder"}.`);
}

/** As root the sandbox's processes belong to a user who owns nothing: what is closed to others is closed to them. */
async function requireReadable(directory: string): Promise<void> {
  await access(directory, constants.R_OK | constants.X_OK).catch((cause) => {
    throw new UsageError(`The agent's folder ${directory} cannot be read.`, { cause });
  });
  if (process.getuid?.() !== 0 || (statSync(directory).mode & 0o005) === 0o005) return;
  throw new UsageError(
    `The agent's folder ${directory} is closed to other users, and agents do not run as root. ` +
      `Open it with \`chmod -R a+rX ${directory}\`.`,
  );
}
