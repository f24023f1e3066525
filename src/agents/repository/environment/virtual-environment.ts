import { posix } from "node:path";
import type { AgentTask } from "../../../contracts/agent.ts";
import { isOffline, readRequirements, repairRequirements } from "./requirements.ts";

/** How often an installation is repaired. */
const mostTries = 5;
const timeoutMs = 20 * 60_000;

/** `$1` is the environment's folder. The packages that the sandbox has stay visible. */
const makeScript =
  '[ -x "$1/bin/python3" ] || python3 -m venv --system-site-packages "$1" 2>&1; printf "\\n%s" "$PATH"';

const installScript =
  'python=$1; shift; exec "$python" -m pip install --disable-pip-version-check --no-input --quiet "$@" 2>&1';

export interface VirtualEnvironment {
  /** For everything that runs in it; empty when there is none. */
  readonly variables: Readonly<Record<string, string>>;
  /** What happened, in words for the record. */
  readonly report: string;
}

/**
 * Makes a virtual environment in the sandbox and installs what a repository requires, as far as that works. Failures are
 * reported, never thrown: programs then have what the sandbox has.
 *
 * @param packages A folder of packages inside the sandbox, instead of the package index.
 */
export async function makeVirtualEnvironment(
  task: Pick<AgentTask, "sandbox" | "signal" | "graceMs">,
  {
    name,
    requirements,
    packages,
  }: { readonly name: string; readonly requirements: string; readonly packages: string | null },
): Promise<VirtualEnvironment> {
  const { sandbox, signal, graceMs } = task;
  const folder = posix.join("/tmp", "environments", name.replaceAll(/[^\w.-]/g, "_"));
  const options = { signal, graceMs, timeoutMs, directory: "/" };
  const made = await sandbox.run(["/bin/sh", "-c", makeScript, "sh", folder], options);
  const path = made.output.slice(made.output.lastIndexOf("\n") + 1);
  const python = posix.join(folder, "bin", "python3");
  const works = await sandbox.run([python, "-m", "pip", "--version"], options);
  signal.throwIfAborted();
  if (works.exitCode !== 0) {
    return { variables: {}, report: `There is no virtual environment: ${lastLine(made.output + works.output)}` };
  }
  const variables = { PATH: `${posix.join(folder, "bin")}:${path}`, VIRTUAL_ENV: folder };
  const source = packages === null ? [] : ["--no-index", "--find-links", packages];
  const install = (list: readonly string[]) =>
    sandbox.run(["/bin/sh", "-c", installScript, "sh", python, ...source, ...list], options);
  return { variables, report: await installAll(readRequirements(requirements), install) };
}

async function installAll(
  asked: readonly string[],
  install: (list: readonly string[]) => Promise<{ readonly exitCode: number | null; readonly output: string }>,
): Promise<string> {
  const changes: string[] = [];
  let list = asked;
  for (let tried = 0; list.length > 0 && tried <= mostTries; tried += 1) {
    const { exitCode, output } = await install(list);
    const changed = changes.length === 0 ? "" : ` (${changes.join("; ")})`;
    if (exitCode === 0) return `Installed ${list.join(", ")}${changed}.`;
    if (isOffline(output)) return "Nothing was installed: the package index cannot be reached from the sandbox.";
    const repaired = repairRequirements(list, output);
    if (repaired === null) return `Nothing was installed: ${lastLine(output)}`;
    changes.push(repaired.change);
    list = repaired.requirements;
  }
  return asked.length === 0
    ? "The repository requires no packages."
    : `Nothing was installed${changes.length === 0 ? "" : `: ${changes.join("; ")}`}.`;
}

function lastLine(output: string): string {
  return output.trim().split("\n").at(-1)?.slice(0, 300) ?? "";
}
