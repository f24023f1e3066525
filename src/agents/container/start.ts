import { UsageError } from "../../lib/errors.ts";
import { type AgentFolder, secretOf } from "./agent-folder.ts";
import { type PythonValue, pythonText } from "./python-value.ts";

/** The variable by which upstream lets people accept privileged containers. */
export const consent = "I_ACCEPT_RUNNING_PRIVILEGED_CONTAINERS";

/** What the start script is told: `--key value` for argparse, `key=value` for omegaconf, values as Python prints them. */
export function containerArguments(agent: AgentFolder): string[] {
  return [...agent.kwargs].flatMap(([key, value]) => {
    const text = pythonText(withSecret(agent, value));
    return agent.kwargsType === "argparse" ? [`--${key}`, text] : [`${key}=${text}`];
  });
}

/** The container's variables. A variable without a value (`None`) is left out. */
export function containerEnvironment(agent: AgentFolder): Record<string, string> {
  const given = [...agent.environment].filter(([, value]) => value !== null);
  return Object.fromEntries(given.map(([name, value]) => [name, pythonText(withSecret(agent, value))]));
}

/** Names of the secrets that the agent needs and that our environment does not have. */
export function missingSecrets(agent: Pick<AgentFolder, "secrets">): string[] {
  return agent.secrets.filter((name) => process.env[name] === undefined);
}

/** What stands in the way of a privileged container, or null. */
export function refusedPrivilege(agent: Pick<AgentFolder, "privileged" | "id">): string | null {
  if (!agent.privileged || ["true", "1", "t"].includes((process.env[consent] ?? "").toLowerCase())) return null;
  return (
    `The agent \`${agent.id}\` asks for a privileged container: what runs in it can take over this machine, and nothing ` +
    `isolates it from other runs or from the answers. If you accept that, set ${consent}=True.`
  );
}

function withSecret(agent: AgentFolder, value: PythonValue): PythonValue {
  const name = secretOf(value);
  if (name === null) return value;
  const secret = process.env[name];
  if (secret !== undefined) return secret;
  const missing = missingSecrets(agent).join(", ");
  throw new UsageError(`The agent \`${agent.id}\` needs what the environment does not have: set ${missing}.`);
}
