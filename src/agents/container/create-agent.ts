import type { Agent } from "../../contracts/agent.ts";
import { agentHome } from "../../contracts/home-paths.ts";
import { UsageError } from "../../lib/errors.ts";
import { agentEnvironment } from "../agent-environment.ts";
import type { AgentFolder } from "./agent-folder.ts";
import { containerArguments, containerEnvironment, refusedPrivilege } from "./start.ts";

/** @throws UsageError when secrets are missing, or the container is privileged and the user has not accepted that. */
export function createAgent(
  name: string,
  settings: Parameters<typeof agentEnvironment>[0],
  folder: AgentFolder,
): Agent {
  const refusal = refusedPrivilege(folder);
  if (refusal !== null) throw new UsageError(refusal);
  const parameters = containerArguments(folder);
  const environment = { AGENT_DIR: agentHome, ...containerEnvironment(folder), ...agentEnvironment(settings) };
  return {
    name,
    secrets: [...new Set([...folder.secrets, ...settings.pass_environment])],
    needs: async () => ({
      image: folder.image,
      environment,
      ...(folder.privileged ? { hostConfig: { Privileged: true } } : {}),
    }),
    act: async ({ sandbox, signal, graceMs, onOutput }) => {
      return await sandbox.run(["bash", `${agentHome}/start.sh`, ...parameters], {
        signal,
        graceMs,
        onOutput,
        keepOutput: false,
      });
    },
  };
}
