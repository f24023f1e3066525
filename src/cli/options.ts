import { InvalidArgumentError, Option } from "@commander-js/extra-typings";

/** The options of a declared command, as its `run` receives them. */
export type OptionsOf<Declaration extends { opts(): unknown }> = ReturnType<Declaration["opts"]>;

/** Help text to add after the options of a command. */
export const examples = (...commands: readonly string[]): string =>
  `\nExamples:\n${commands.map((command) => `  $ mlebench ${command}`).join("\n")}`;

export const json = () => new Option("--json", "Print JSON to standard output");
export const configFile = () =>
  new Option("--config <file>", "Your competitions, agents and defaults (default: ./mlebench.config.{ts,js,mjs,json})");
export const dataDirectory = () =>
  new Option("--data-dir <dir>", "Folder of prepared competitions").env("MLEBENCH_DATA_DIR");
export const runDirectory = () =>
  new Option("--run-dir <dir>", "Folder of run groups (default: $MLEBENCH_RUN_DIR or ./runs)");
/** How commands that take run groups and runs let users name them. */
export const waysToName = "name, folder, an agent's label (its newest group), `latest`, or GROUP/RUN";
/** How commands that take result sets let users name them. */
export const waysToNameResults =
  "Run groups, grading reports, Inspect logs or folders of these; [NAME=]A,B takes several as one result set";
export const resultFormat = () =>
  new Option("--format <format>", "How to print it").choices(["text", "md", "json"] as const).default("text" as const);
export const modelSetting = () =>
  new Option(
    "--model-setting <name=value...>",
    "Set temperature, reasoning-effort, max-output-tokens, seed or base-url of the model",
  );
export const socket = () =>
  new Option("--socket <path>", "Socket of the container engine (default: the one DOCKER_HOST names)");

export const competitionIds = () => new Option("-c, --competition-id <ids...>", "These competitions");
export const lite = () => new Option("--lite", "The low-complexity split");
export const allCompetitions = () => new Option("-a, --all", "All of upstream's competitions (not the demo split)");
export const split = () =>
  new Option("--split <split>", "The competitions of a split, such as low (= lite), medium, high, all, dev or demo");
export const competitionList = () =>
  new Option("-l, --list <file>", "The competitions that a file names, one id per line");

export function positiveInteger(text: string): number {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Expected a whole number of at least 1.");
}

export function nonNegativeInteger(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Expected 0 or a positive whole number.");
}

export function nonNegativeNumber(text: string): number {
  if (text.trim() !== "" && Number(text) >= 0 && Number.isFinite(Number(text))) return Number(text);
  throw new InvalidArgumentError("Expected 0 or a positive number.");
}

export function positiveNumber(text: string): number {
  if (Number(text) > 0 && Number.isFinite(Number(text))) return Number(text);
  throw new InvalidArgumentError("Expected a number above 0.");
}

export function share(text: string): number {
  if (Number(text) > 0 && Number(text) < 1) return Number(text);
  throw new InvalidArgumentError("Expected a number between 0 and 1.");
}

/** For an option that turns a limit off. */
export const unlimited = "unlimited";

export function positiveIntegerOrUnlimited(text: string): number | typeof unlimited {
  return text === unlimited ? unlimited : positiveInteger(text);
}
