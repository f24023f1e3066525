import { chmod, rm, writeFile } from "node:fs/promises";
import { UsageError } from "../../lib/errors.ts";

/** A command and its environment, as a container's description holds them. */
interface CommandLine {
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** A command line without secrets. */
interface HiddenSecrets extends CommandLine {
  /** What it needs besides, in the engine's terms. */
  readonly mounts: readonly object[];
  /** To be called when the command has ended. */
  readonly remove: () => Promise<void>;
}

/** Where the script is, seen from inside. */
const inside = "/opt/mlebench/start.sh";

/**
 * Every user of the engine can see a container's environment and command line, which stay with a container that is kept. So
 * if they hold a secret, they are moved to a script, `file`, in a folder that is closed to others.
 */
export async function hideSecrets(
  { command, environment }: CommandLine,
  secrets: readonly string[],
  file: string,
): Promise<HiddenSecrets> {
  const isSecret = (text: string): boolean => secrets.some((secret) => text.includes(secret));
  const variables = Object.entries(environment);
  const hidden = variables.filter(([, value]) => isSecret(value));
  if (hidden.length === 0 && !command.some(isSecret)) {
    return { command, environment, mounts: [], remove: async () => undefined };
  }
  const lines = [...hidden.map(assignment), `exec ${command.map(quote).join(" ")}`];
  await writeFile(file, `${lines.join("\n")}\n`, { mode: 0o600 });
  // The user inside may be any.
  await chmod(file, 0o444);
  return {
    command: ["/bin/sh", inside],
    environment: Object.fromEntries(variables.filter(([, value]) => !isSecret(value))),
    mounts: [{ Type: "bind", Source: file, Target: inside, ReadOnly: true }],
    remove: async () => await rm(file, { force: true }),
  };
}

function assignment([name, value]: readonly [string, string]): string {
  if (/^[A-Za-z_]\w*$/.test(name)) return `export ${name}=${quote(value)}`;
  throw new UsageError(`The variable \`${name}\` cannot be passed to a container: shells do not accept its name.`);
}

/** Within single quotes a shell takes everything literally. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
