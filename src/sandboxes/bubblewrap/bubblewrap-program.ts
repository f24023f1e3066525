import { execFile } from "node:child_process";
import { statSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { SandboxUnavailable } from "../../lib/errors.ts";
import { systemPath } from "../shared/system-path.ts";

/** What `bwrap` prints about itself. */
interface BubblewrapProgram {
  readonly version: string;
  /** Which options it has. */
  readonly help: string;
}

const run = promisify(execFile);

/** The environment that bwrap and what goes before it start with. */
export const launcherEnvironment = { PATH: systemPath };

export const missing = "The program bwrap is missing: install the package bubblewrap.";

let asked: { readonly identity: string; readonly program: BubblewrapProgram } | undefined;

/**
 * Asks bwrap for its version and options: once, and again after an update of the program.
 *
 * @throws SandboxUnavailable when there is no such program.
 */
export async function bubblewrapProgram(): Promise<BubblewrapProgram> {
  const identity = identityNow();
  if (asked?.identity !== identity) asked = { identity, program: await ask() };
  return asked.program;
}

function identityNow(): string {
  const files = systemPath.split(":").map((folder) => statSync(path.join(folder, "bwrap"), { throwIfNoEntry: false }));
  return files.map((file) => `${file?.dev} ${file?.ino} ${file?.mtimeMs}`).join();
}

async function ask(): Promise<BubblewrapProgram> {
  const print = async (option: string): Promise<string> =>
    (await run("bwrap", [option], { env: launcherEnvironment })).stdout;
  const [version, help] = await Promise.all([print("--version"), print("--help")]).catch((cause: unknown) => {
    throw new SandboxUnavailable(missing, { cause });
  });
  return { version: version.trim(), help };
}
