import { basename } from "node:path";
import { z } from "zod";
import { environmentSettings } from "../agent-environment.ts";
import { defineAgent } from "../agent-kind.ts";
import { hostPath } from "../settings/host-path.ts";

/** Upstream's agents: a folder with config.yaml, Dockerfile and start.sh, run in the image that is built from it. */
export const container = defineAgent({
  name: "container",
  summary: "runs an agent folder in upstream's layout (config.yaml, Dockerfile, start.sh), unchanged, in its own image",
  needs: ["the agent's folder", "docker", "its image, built beforehand", "the secrets that its config.yaml names"],
  testOnly: false,
  ownImage: true,
  takesModel: true,
  settings: z.strictObject({
    directory: hostPath().describe("the agent's folder, for example `agents/aide` (shorthand: --agent-dir)"),
    id: z
      .string()
      .exactOptional()
      .describe("which agent of the folder's config.yaml, for example `aide/dev` (shorthand: --agent-id)"),
    ...environmentSettings,
  }),
  label: ({ id, directory }) => id ?? basename(directory),
  parts: async ({ directory, id }) => {
    const { readAgentFolder } = await import("./agent-folder.ts");
    const { startHash } = await import("./start.ts");
    const agent = await readAgentFolder(directory, id);
    return { files: { directory: agent.folder }, versions: { start: startHash(agent) }, image: agent.image };
  },
  create: async ({ label, settings }) => {
    // Loads the YAML parser.
    const { readAgentFolder } = await import("./agent-folder.ts");
    const { createAgent } = await import("./create-agent.ts");
    return createAgent(label, settings, await readAgentFolder(settings.directory, settings.id));
  },
});
