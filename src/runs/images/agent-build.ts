import { readFile } from "node:fs/promises";
import path from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { hasCode } from "../../lib/error-code.ts";
import { UsageError } from "../../lib/errors.ts";

/** What an agent's image is built from. */
export interface AgentBuild {
  readonly id: string;
  /** The agent's folder, absolute. */
  readonly context: string;
  /** The Dockerfile's path in it. */
  readonly dockerfile: string;
}

const entry = z.object({ dockerfile: z.string() });

/**
 * Reads which Dockerfile an agent's folder, laid out as upstream's, is built with. One folder may define several agents;
 * the id is by default the folder's name, or that of the only agent. Paths in `config.yaml` begin with the folder's name.
 */
export async function agentBuild(directory: string, id?: string): Promise<AgentBuild> {
  const context = path.resolve(directory);
  const file = path.join(context, "config.yaml");
  const agents = Object.entries(await readConfig(file)).flatMap(([name, value]) => {
    const read = entry.safeParse(value);
    return read.success ? [{ id: name, dockerfile: read.data.dockerfile }] : [];
  });
  // Shared defaults have a Dockerfile as well; only what is asked for, or named like the folder, is surely an agent.
  const wanted = id ?? (agents.length === 1 ? agents[0]!.id : path.basename(context));
  const agent = agents.find((one) => one.id === wanted);
  if (agent === undefined) {
    const known = agents.map((one) => one.id).join(", ");
    throw new UsageError(`${file} defines no agent \`${wanted}\` with a dockerfile. It has: ${known || "none"}.`);
  }
  const dockerfile = path.relative(context, path.resolve(context, "..", agent.dockerfile));
  if (dockerfile.startsWith("..")) {
    throw new UsageError(
      `The dockerfile of \`${wanted}\` in ${file} is ${agent.dockerfile}, which is not in the agent's folder. ` +
        `Expected \`${path.basename(context)}/Dockerfile\`, or another path below ${path.basename(context)}/.`,
    );
  }
  return { id: wanted, context, dockerfile: dockerfile.split(path.sep).join("/") };
}

async function readConfig(file: string): Promise<object> {
  try {
    const content: unknown = parse(await readFile(file, "utf8"), { merge: true });
    if (typeof content === "object" && content !== null) return content;
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR")) {
      throw new UsageError(`${path.dirname(file)} is no agent's folder: it has no config.yaml.`, { cause: error });
    }
    throw new UsageError(`${file} cannot be read: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
  throw new UsageError(`${file} defines no agents.`);
}
