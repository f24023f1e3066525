import type { Agent } from "../../contracts/agent.ts";
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
      return await sandbox.run(["bash", `${agentFolder}/start.sh`, ...parameters], {
        signal,
        graceMs,
        onOutput,
        keepOutput: false,
      });
    },
  };
}
