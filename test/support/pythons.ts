import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { cannotTest, skipping } from "./skips.ts";
import { findProgram, installPackages } from "./system-programs.ts";

/** A Python that pyenv built in the user's home; null where there is none. */
export const pyenvPython = findPyenv();

function findPyenv(): string | null {
  const versions = join(process.env.PYENV_ROOT ?? join(homedir(), ".pyenv"), "versions");
  const names = existsSync(versions) ? readdirSync(versions).filter((name) => /^3\.\d+\.\d+$/.test(name)) : [];
  const found = names.map((name) => join(versions, name, "bin", "python3")).filter((file) => existsSync(file));
  if (found.length === 0) skipping("no Python of pyenv's: pyenv install 3.12");
  return found.sort().at(-1) ?? null;
}

/** The system's Python, with which environments can be made; null where there is none. */
export const systemPython = pythonThat("makes environments", "import ensurepip, venv", ["python3-venv"]);

/** The system's Python with pandas and scikit-learn; null where there is none. */
export function learningPython(): string | null {
  const used = "import pandas; from sklearn.linear_model import Ridge";
  return pythonThat("has scikit-learn", used, ["python3-pandas", "python3-sklearn"]);
}

/** As `requireProgram`: the system's Python if a line of code works with it, which needs Debian's packages. */
function pythonThat(can: string, code: string, packages: readonly string[]): string | null {
  const find = (): string | null => {
    const python = findProgram("/usr/bin/python3");
    return python !== null && works(python, ["-c", code]) ? python : null;
  };
  if (find() === null && process.env.CI === "true") installPackages(...packages);
  const found = find();
  if (found === null) cannotTest(`no system Python that ${can}: apt-get install ${packages.join(" ")}`);
  return found;
}

function works(program: string, parameters: readonly string[]): boolean {
  try {
    execFileSync(program, parameters, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** Makes an environment with a package of its own, `own_package`, and returns its folder. */
export function makeEnvironment(python: string, folder: string): string {
  execFileSync(python, ["-m", "venv", "--without-pip", folder]);
  const script = "import sysconfig; open(sysconfig.get_paths()['purelib'] + '/own_package.py', 'w').write('name = 7')";
  execFileSync(join(folder, "bin", "python"), ["-c", script]);
  return folder;
}
