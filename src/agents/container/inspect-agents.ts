import { UsageError } from "../../lib/errors.ts";
import { listAgents } from "./agent-folder.ts";
import { consent, missingSecrets, refusedPrivilege } from "./start.ts";

/** An agent in upstream's layout and what keeps it from running. `image` is null when its configuration is invalid. */
export interface ContainerFinding {
  readonly id: string;
  readonly config: string;
  readonly image: string | null;
  readonly secrets: readonly string[];
  readonly privileged: boolean;
  readonly problems: readonly string[];
}

/** Every agent at or below a folder, with its problems. Does not check whether its image has been built. */
export async function inspectAgents(directory: string): Promise<ContainerFinding[]> {
  return (await listAgents(directory)).map(({ id, config, read }) => {
    try {
      const agent = read();
      const { image, secrets, privileged } = agent;
      const missing = missingSecrets(agent).map((name) => `the secret ${name} is not set`);
      const refused =
        refusedPrivilege(agent) === null
          ? []
          : [`it needs a privileged container, which you must accept (${consent}=True)`];
      return { id, config, image, secrets, privileged, problems: [...missing, ...refused] };
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      return { id, config, image: null, secrets: [], privileged: false, problems: [error.message] };
    }
  });
}
