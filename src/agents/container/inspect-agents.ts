import { UsageError } from "../../lib/errors.ts";
import { listAgents } from "./agent-folder.ts";
import { consent, missingSecrets, refusedPrivilege } from "./start.ts";

/** An agent of upstream's layout and what keeps it from running; `image` is null where its configuration cannot be read. */
export interface ContainerFinding {
  readonly id: string;
  readonly config: string;
  readonly image: string | null;
  readonly secrets: readonly string[];
  readonly privileged: boolean;
  readonly problems: readonly string[];
}

/** Every agent at or below a folder with its problems. Whether its image has been built is not looked at. */
export async function inspectAgents(directory: string): Promise<ContainerFinding[]> {
  return (await listAgents(directory)).map(({ id, config, read }) => {
    try {
      const agent = read();
      const { image, secrets, privileged } = agent;
      const missing = missingSecrets(agent).map((name) => `the secret ${name} is not set`);
      const refused = refusedPrivilege(agent) === null ? [] : [`a privileged container is to be accepted (${consent})`];
      return { id, config, image, secrets, privileged, problems: [...missing, ...refused] };
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      return { id, config, image: null, secrets: [], privileged: false, problems: [error.message] };
    }
  });
}
