import type { AgentPackage } from "../agent-package.ts";

/** How packages of one registry are installed into a folder that can be mounted anywhere, and started from it. */
interface PackageManager {
  /** What people call it. */
  readonly title: string;
  /** The command that installs a package into the working folder. */
  install(name: string, version: string): readonly [program: string, ...parameters: string[]];
  /** Files that must be there before. */
  readonly files: Readonly<Record<string, string>>;
  /** What to do when its program is missing. */
  readonly advice: string;
  start(folder: string, program: string): ProgramInside;
}

interface ProgramInside {
  readonly command: readonly [program: string, ...parameters: string[]];
  readonly environment: Readonly<Record<string, string>>;
}

const quiet = ["--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"];
const soon = ["--fetch-retries=2", "--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=5000"];

export const packageManagers: Readonly<Record<AgentPackage["registry"], PackageManager>> = {
  npm: {
    title: "the npm registry",
    install: (name, version) => [
      ...(["npm", "install", `${name}@${version}`] as const),
      ...["--prefix=.", "--save-exact", "--engine-strict", ...quiet, ...soon],
    ],
    // Without it, npm would look for one in the folders above.
    files: { "package.json": '{ "private": true }\n' },
    advice: "npm comes with Node: install Node's full package",
    start: (folder, program) => ({ command: [`${folder}/node_modules/.bin/${program}`], environment: {} }),
  },
  pip: {
    title: "the Python package index",
    // Not a virtual environment: its programs would work in one place only.
    install: (name, version) => [
      ...(["python3", "-m", "pip", "install", `${name}==${version}`] as const),
      ...["--target=.", "--no-input", "--quiet", "--disable-pip-version-check", "--retries=2"],
    ],
    files: {},
    advice: "install Python 3.10, 3.11 or 3.12 with pip (Debian: `apt install python3-pip`)",
    start: (folder, program) => ({
      command: ["python3", "-m", program],
      environment: { PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: "1" },
    }),
  },
};

/** How an installed package is started from the folder where it is mounted. */
export function programInside({ registry, program }: AgentPackage, folder: string): ProgramInside {
  return packageManagers[registry].start(folder, program);
}
