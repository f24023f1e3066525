import { InvalidArgumentError, Option } from "commander";

/** A command's module is loaded when the command runs: `mlebench --help` loads none. */
type Run = (...parameters: never[]) => Promise<number> | number;
export const lazily =
  (load: () => Promise<{ readonly run: Run }>) =>
  async (...parameters: unknown[]): Promise<void> => {
    const { run } = await load();
    // The last parameter is commander's own command object.
    process.exitCode = await run(...(parameters.slice(0, -1) as never[]));
  };

export const json = () => new Option("--json", "print machine-readable JSON to standard output");
export const dataDirectory = () =>
  new Option("--data-dir <dir>", "folder of prepared competitions").env("MLEBENCH_DATA_DIR");

export const competitionIds = () => new Option("-c, --competition-id <ids...>", "these competitions");
export const allCompetitions = () =>
  new Option("-a, --all", "all competitions of upstream's (not those of the split demo)");
export const split = () =>
  new Option("--split <name>", "the competitions of a split: low (= lite), medium, high, all, dev, demo, ...");

export const runDirectory = () =>
  new Option("--run-dir <dir>", "folder of run groups (default: $MLEBENCH_RUN_DIR or ./runs)");
export const socket = () =>
  new Option("--socket <path>", "the container engine's socket (default: what DOCKER_HOST says)");

export function positiveInteger(text: string): number {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Expected a whole number of at least 1.");
}

export function nonNegativeInteger(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Expected a whole number, or 0.");
}

export function positiveNumber(text: string): number {
  if (Number(text) > 0 && Number.isFinite(Number(text))) return Number(text);
  throw new InvalidArgumentError("Expected a number above 0.");
}
