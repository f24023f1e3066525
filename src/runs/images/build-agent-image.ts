import { readFile } from "node:fs/promises";
import path from "node:path";
import { type AgentFolder, readAgentFolder } from "../../agents/container/agent-folder.ts";
import { agentHome, homePaths } from "../../contracts/home-paths.ts";
import { MissingData } from "../../lib/errors.ts";
import { packageVersion } from "../../lib/package-version.ts";
import type { DockerEngine } from "../../sandboxes/docker/engine.ts";
import { environmentImage } from "../../sandboxes/docker/environment-image.ts";
import type { BuiltImage } from "./build-environment-image.ts";
import { type BuildRequest, buildImage } from "./build-image.ts";
import { environmentFolder } from "./environment-folder.ts";
import { labels } from "./image-labels.ts";

/** How an agent's image is built. */
interface AgentImageOptions {
  /** The agent's folder, in upstream's layout. */
  readonly directory: string;
  /** Which of the folder's agents. Default: see `readAgentFolder`. */
  readonly id?: string;
  /** Default: see `AgentFolder.image`. */
  readonly name?: string;
  /** Without network. */
  readonly offline?: boolean;
  /** See `BuildRequest`. Default: none when offline, otherwise the engine's. */
  readonly network?: string;
  readonly buildArguments?: Readonly<Record<string, string>>;
  readonly onLine?: (line: string) => void;
}

/** Where upstream's Dockerfiles put things. */
const directories = {
  SUBMISSION_DIR: homePaths.submission,
  LOGS_DIR: homePaths.logs,
  CODE_DIR: homePaths.code,
  AGENT_DIR: agentHome,
} as const;

/**
 * Builds an agent's image from its own Dockerfile and adds a layer that lets any user write below `/home`, because
 * sandboxes run agents as a user that is unknown to the image.
 */
export async function buildAgentImage(
  engine: DockerEngine,
  options: AgentImageOptions,
): Promise<BuiltImage & { readonly agentId: string }> {
  const agent = await readAgentFolder(options.directory, options.id);
  await requireEnvironment(engine, agent);
  const name = options.name ?? agent.image;
  const network = options.network ?? (options.offline === true ? "none" : undefined);
  const common: Pick<BuildRequest, "title" | "network" | "onLine"> = {
    title: `The image of the agent ${agent.id}`,
    ...(network === undefined ? {} : { network }),
    ...(options.onLine === undefined ? {} : { onLine: options.onLine }),
  };
  const asWritten = await buildImage(engine, {
    ...common,
    context: agent.folder,
    dockerfile: path.relative(agent.folder, agent.dockerfile),
    buildArguments: { ...directories, ...options.buildArguments },
  });
  const id = await buildImage(engine, {
    ...common,
    name,
    labels: { [labels.version]: packageVersion(), [labels.agent]: path.basename(agent.folder) },
    context: path.join(environmentFolder(), "agent"),
    dockerfile: "Dockerfile",
    buildArguments: { AGENT_IMAGE: asWritten },
  });
  return { name, id, agentId: agent.id };
}

/** Without this check, the engine would look for the name in a public registry and might find an unrelated image. */
async function requireEnvironment(engine: DockerEngine, { id, dockerfile }: AgentFolder): Promise<void> {
  const text = await readFile(dockerfile, "utf8");
  const bases = [...text.matchAll(/^\s*FROM\s+(?:--\S+\s+)*(\S+)/gim)].map(([, base]) => base!);
  for (const base of bases.filter((one) => one.replace(/[:@].*$/, "") === environmentImage)) {
    const found = await engine.ask("GET", `/images/${encodeURIComponent(base)}/json`);
    if (found.status !== 404) continue;
    throw new MissingData(
      `The agent ${id} is built on the image ${base}, which does not exist. Run \`mlebench image build\` first.`,
    );
  }
}
