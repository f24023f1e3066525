import type { Agent } from "../../contracts.ts";
import { UsageError } from "../../lib/errors.ts";
import type { AgentChoice } from "../agent-choice.ts";
import { agentFolder } from "../agent-folder.ts";
import { passedEnvironment } from "../passed-environment.ts";
import type { AgentFolder } from "./agent-folder.ts";
import { containerArguments, containerEnvironment, refusedPrivilege } from "./start.ts";

/** @throws UsageError when secrets are missing, or the container is privileged and nobody has accepted that. */
export function createAgent(choice: AgentChoice, folder: AgentFolder): Agent {
  const refusal = refusedPrivilege(folder);
  if (refusal !== null) throw new UsageError(refusal);
  const parameters = containerArguments(folder);
  const environment = {
    AGENT_DIR: agentFolder,
    ...containerEnvironment(folder),
    ...choice.environment,
    ...passedEnvironment(choice),
  };
  return {
    name: choice.label ?? folder.id,
    secrets: [...new Set([...folder.secrets, ...(choice.passEnvironment ?? [])])],
    needs: async () => ({
      image: folder.image,
      environment,
      ...(folder.privileged ? { hostConfig: { Privileged: true } } : {}),
    }),
    act: async ({ sandbox, signal, graceMs, onOutput }) => {
      // Upstream's base image has conda there, and its own path is not that of a sandbox.
      const begin = 'PATH="$PATH:/opt/conda/bin"; exec bash "$@"';
      const command = ["bash", "-c", begin, "bash", `${agentFolder}/start.sh`, ...parameters];
      return await sandbox.run(command, { signal, graceMs, onOutput });
    },
  };
}
