import { UsageError } from "../../lib/errors.ts";
import { sha256 } from "../../lib/hashing.ts";
import { type AgentFolder, secretOf } from "./agent-folder.ts";
import { type PythonValue, pythonText } from "./python-value.ts";

/** Upstream's variable for accepting privileged containers. */
export const consent = "I_ACCEPT_RUNNING_PRIVILEGED_CONTAINERS";

/** The start script's arguments: `--key value` for argparse, `key=value` for omegaconf, values as Python prints them. */
export function containerArguments(agent: AgentFolder): string[] {
  return [...agent.kwargs].flatMap(([key, value]) => {
    const text = pythonText(withSecret(agent, value));
    return agent.kwargsType === "argparse" ? [`--${key}`, text] : [`${key}=${text}`];
  });
}

/** The container's environment variables. Those without a value (`None`) are left out. */
export function containerEnvironment(agent: AgentFolder): Record<string, string> {
  const given = [...agent.environment].filter(([, value]) => value !== null);
  return Object.fromEntries(given.map(([name, value]) => [name, pythonText(withSecret(agent, value))]));
}

/** A hash of how the agent is started. Secrets count by name, not by value. */
export function startHash({ kwargs, kwargsType, environment, privileged }: AgentFolder): string {
  return sha256(pythonText([kwargsType, new Map(kwargs), new Map(environment), privileged]));
}

/** Names of the secrets that the agent needs and the environment lacks. */
export function missingSecrets(agent: Pick<AgentFolder, "secrets">): string[] {
  return agent.secrets.filter((name) => process.env[name] === undefined);
}

/** Why a privileged container is refused, or null when it is not. */
export function refusedPrivilege(agent: Pick<AgentFolder, "privileged" | "id">): string | null {
  if (!agent.privileged || ["true", "1", "t"].includes((process.env[consent] ?? "").toLowerCase())) return null;
  return (
    `The agent \`${agent.id}\` asks for a privileged container: anything in it can take over this machine, and nothing ` +
    `isolates it from other runs or from the answers. To accept that, set ${consent}=True.`
  );
}

function withSecret(agent: AgentFolder, value: PythonValue): PythonValue {
  const name = secretOf(value);
  if (name === null) return value;
  const secret = process.env[name];
  if (secret !== undefined) return secret;
  const missing = missingSecrets(agent).join(", ");
  throw new UsageError(`The agent \`${agent.id}\` needs environment variables that are not set: ${missing}.`);
}
