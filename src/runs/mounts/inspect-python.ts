import { execFile } from "node:child_process";
import { existsSync, readdirSync, realpathSync } from "node:fs";
import { delimiter, isAbsolute, join, resolve } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { UsageError } from "../../lib/errors.ts";
import { isFile, isFolder } from "./host-files.ts";

const run = promisify(execFile);

/** Where an interpreter keeps what it needs. */
export interface PythonFacts {
  readonly program: string;
  readonly version: string;
  /** `sys.prefix` and its kin: of a virtual environment, its folder and the installation it was made from. */
  readonly prefixes: readonly string[];
  /** The standard library, installed packages, and whatever `.pth` files add. */
  readonly packages: readonly string[];
  /** Extension modules of the standard library. */
  readonly extensions: readonly string[];
}

const script = `
import json, os, sys, sysconfig
paths = sysconfig.get_paths()
print(json.dumps({
    "program": sys.executable,
    "version": sys.version.split()[0],
    "prefixes": [sys.prefix, sys.base_prefix, sys.exec_prefix, sys.base_exec_prefix],
    "packages": [paths[name] for name in ("stdlib", "platstdlib", "purelib", "platlib")] + sys.path,
    "dynamic": [entry for entry in sys.path if os.path.basename(entry) == "lib-dynload"],
}))`;

const answer = z.object({
  program: z.string().min(1),
  version: z.string(),
  prefixes: z.array(z.string()),
  packages: z.array(z.string()),
  dynamic: z.array(z.string()),
});

/**
 * Asks an interpreter where it keeps things.
 *
 * @param given A program, by its path or name, or the folder of an environment made by venv, conda or uv.
 * @throws UsageError when there is no such interpreter, or it does not answer.
 */
export async function inspectPython(given: string): Promise<PythonFacts> {
  const found = await ask(findInterpreter(given), given);
  const [prefix, base] = found.prefixes;
  return {
    // A link outside of an environment only leads to the installation; the environment's own link is what makes it one.
    program: prefix === base ? realpathSync(found.program) : found.program,
    version: found.version,
    prefixes: unique(found.prefixes),
    packages: unique(found.packages),
    extensions: found.dynamic.flatMap(listFiles),
  };
}

async function ask(interpreter: string, given: string): Promise<z.infer<typeof answer>> {
  try {
    // Isolated: neither PYTHONPATH nor packages in the user's home, which a sandbox does not have either.
    const { stdout } = await run(interpreter, ["-I", "-c", script], { timeout: 60_000 });
    return answer.parse(JSON.parse(stdout));
  } catch (cause) {
    const said = (cause as { stderr?: string }).stderr?.trim() || (cause as Error).message;
    const reason = said.split("\n")[0]!.slice(0, 200);
    throw new UsageError(`--python ${given}: ${interpreter} does not work as a Python 3: ${reason}`, { cause });
  }
}

function findInterpreter(given: string): string {
  const place = resolve(given);
  if (isFolder(place)) {
    const found = ["python", "python3"].map((name) => join(place, "bin", name)).find(isFile);
    if (found !== undefined) return found;
    throw new UsageError(
      `--python ${given}: The folder holds no bin/python. Name an interpreter, or the folder of an environment.`,
    );
  }
  if (isFile(place)) return place;
  const folders = given.includes("/") ? [] : (process.env.PATH ?? "").split(delimiter).filter(isAbsolute);
  const found = folders.map((folder) => join(folder, given)).find(isFile);
  if (found !== undefined) return found;
  throw new UsageError(`--python ${given}: There is no such file, folder or program.`);
}

function listFiles(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
}

function unique(paths: readonly string[]): string[] {
  return [...new Set(paths)].filter(isAbsolute);
}
