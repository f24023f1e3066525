import { spawn } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { hasCode } from "../../lib/error-code.ts";
import { BenchError, MissingData, UsageError } from "../../lib/errors.ts";
import { removeTree } from "../../lib/files/remove-tree.ts";
import { plainText } from "../../lib/plain-text.ts";
import type { AgentPackage } from "../agent-package.ts";
import { packageManagers, programInside } from "./package-managers.ts";

const unreachable =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT|NewConnectionError|ProxyError|ConnectTimeout/;
const unknown = /E404|ETARGET|No matching distribution/;
const unsuitable = /EBADENGINE|Requires-Python/;

/** Installs a package into a folder. */
export async function runInstaller(its: AgentPackage, version: string, folder: string): Promise<void> {
  const { title, install, advice } = packageManagers[its.registry];
  const [program, ...parameters] = install(its.name, version);
  const { exitCode, output } = await runProgram(program, parameters, { folder, environment: {} }).catch((cause) => {
    if (!hasCode(cause, "ENOENT")) throw cause;
    throw new MissingData(`\`${program}\` was not found, which installs ${its.name}: ${advice}.`, { cause });
  });
  if (exitCode === 0) return;
  if (unreachable.test(output)) {
    throw new MissingData(
      `${its.name} ${version} could not be downloaded: ${title} cannot be reached. Installing needs the network once; ` +
        `running does not. On a machine without network, copy the folder of installed agents from another machine ` +
        `(MLEBENCH_AGENTS_DIR says where it is).\n${output.split("\n", 2).join("\n")}`,
    );
  }
  if (unsuitable.test(output)) {
    throw new UsageError(`${its.name} ${version} does not run here: it asks for another version.\n${output}`);
  }
  if (unknown.test(output)) throw new UsageError(`There is no ${its.name} ${version} in ${title}.\n${output}`);
  throw new BenchError("agent-installation", `${its.name} ${version} could not be installed.\n${output}`);
}

/** Starts what was installed, for its version only. Packages can be incomplete, for example without their scripts. */
export async function checkProgram(its: AgentPackage, version: string, folder: string): Promise<void> {
  const { command, environment } = programInside(its, folder);
  const [program, ...parameters] = command;
  const home = await mkdtemp(join(tmpdir(), "mlebench-home-"));
  const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);
  try {
    const options = { folder, environment: { ...environment, HOME: home, PATH } };
    const { exitCode, output } = await runProgram(program, [...parameters, "--version"], options);
    if (exitCode === 0) return;
    throw new BenchError("agent-installation", `${its.name} ${version} was installed but does not start.\n${output}`);
  } catch (cause) {
    if (!hasCode(cause, "ENOENT")) throw cause;
    const message = `${its.name} ${version} was installed but has no program \`${its.program}\`.`;
    throw new BenchError("agent-installation", message, { cause });
  } finally {
    await removeTree(home);
  }
}

const mostOutput = 4000;

function runProgram(
  program: string,
  parameters: readonly string[],
  options: { readonly folder: string; readonly environment: Readonly<Record<string, string>> },
): Promise<{ exitCode: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters, {
      cwd: options.folder,
      env: { ...process.env, ...options.environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    const keep = (chunk: Buffer): void => {
      output = (output + plainText(chunk.toString())).slice(-mostOutput);
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.once("error", reject);
    child.once("close", (exitCode) => resolve({ exitCode, output: output.trim() }));
  });
}
