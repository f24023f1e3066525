import { UsageError } from "../../lib/errors.ts";
import type { AgentKind } from "../agent-kind.ts";

/** Upstream's agents: a folder with config.yaml, Dockerfile and start.sh, run in the image that is built from it. */
export const container: AgentKind = {
  name: "container",
  summary: "an agent folder of upstream's layout (config.yaml, Dockerfile, start.sh), unchanged, in its own image",
  needs: ["the agent's folder", "docker", "its image, built beforehand", "the secrets that its config.yaml names"],
  testOnly: false,
  takes: ["directory", "id", "environment", "passEnvironment"],
  create: async (choice) => {
    if (choice.directory === undefined) {
      throw new UsageError("The agent `container` needs the agent's folder, for example `agents/aide`.");
    }
    // Only who runs one pays for the YAML parser.
    const { readAgentFolder } = await import("./agent-folder.ts");
    const { createAgent } = await import("./create-agent.ts");
    return createAgent(choice, await readAgentFolder(choice.directory, choice.id));
  },
};
