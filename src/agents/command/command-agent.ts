import { constants, statSync } from "node:fs";
import { access } from "node:fs/promises";
import { z } from "zod";
import { agentHome } from "../../contracts/home-paths.ts";
import { UsageError } from "../../lib/errors.ts";
import { agentEnvironment, environmentSettings } from "../agent-environment.ts";
import { defineAgent } from "../agent-kind.ts";
import { say } from "../say.ts";
import { hostPath } from "../settings/host-path.ts";
import { commandInside } from "./command-inside.ts";
import { programsOf } from "./programs-of.ts";

/** Any program. What it finds and what it must write is the contract of all agents; how it works is up to the program. */
export const command = defineAgent({
  name: "command",
  summary: "runs a program of yours: a command line, with a folder of files if you like",
  needs: ["a command", "the programs it calls, in the sandbox (bubblewrap and local: those of this machine)"],
  testOnly: false,
  ownImage: false,
  takesModel: true,
  settings: z.strictObject({
    command: z
      .array(z.string())
      .nonempty()
      .refine(([program]) => program !== "", "expected the program first")
      .describe("the command line, word by word, for example `python3 main.py` (shorthand: everything after `--`)"),
    directory: hostPath()
      .exactOptional()
      .describe(`a folder of files, mounted at ${agentHome} (shorthand: --agent-dir)`),
    ...environmentSettings,
  }),
  parts: async ({ directory }) => ({ files: directory === undefined ? {} : { directory } }),
  create: async ({ label, settings, files }) => {
    const directory = files.directory ?? null;
    if (directory !== null) requireFolder(directory);
    const words = commandInside(settings.command, directory);
    const environment = agentEnvironment(settings);
    return {
      name: label,
      secrets: settings.pass_environment,
      needs: async () => {
        if (directory !== null) await requireReadable(directory);
        const programs = programsOf(words, directory);
        return { ...(directory === null ? {} : { readOnly: { [agentHome]: directory } }), environment, programs };
      },
      act: async (task) => {
        const { sandbox, signal, graceMs, onOutput } = task;
        const folder = sandbox.resolve(agentHome);
        const own: Record<string, string> = directory === null ? {} : { AGENT_DIR: folder };
        const inside = words.map((word) => (typeof word === "string" ? word : `${folder}/${word.file}`));
        const result = await sandbox.run(inside, { signal, graceMs, onOutput, environment: own, keepOutput: false });
        if (result.exitCode === 127 && result.outputBytes < 200) {
          say(task, `mlebench: exit code 127: \`${inside[0]}\`, or a program it calls, was not found in the sandbox.`);
        }
        return result;
      },
    };
  },
});

function requireFolder(directory: string): void {
  const status = statSync(directory, { throwIfNoEntry: false });
  if (status?.isDirectory()) return;
  const found = status === undefined ? "does not exist" : "is not a folder";
  throw new UsageError(`The agent's folder ${directory} ${found}.`);
}

/** When the harness runs as root, agents run as a user who owns nothing: a folder closed to others is closed to them. */
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
