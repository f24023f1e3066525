import { didYouMean } from "../../../lib/did-you-mean.ts";
import { UsageError } from "../../../lib/errors.ts";
import { nodePlace } from "../../react/tools/shell.ts";
import type { CoderKind } from "./coder-kind.ts";

const none = { needs: [], sandbox: () => ({}), versions: () => ({}) };

const single: CoderKind = {
  ...none,
  name: "single",
  summary: "one answer of the model holds the whole program",
  open: async (task) => (await import("./single-coder.ts")).singleCoder(task),
};

const react: CoderKind = {
  ...none,
  name: "react",
  summary: "a model with a shell and an editor works in the program's folder until it is done",
  sandbox: () => ({ readOnly: { [nodePlace]: process.execPath } }),
  open: async (task, settings) => (await import("./react-coder.ts")).reactCoder(task, settings),
};

/** Every coder, the simplest first. */
export const coders: readonly CoderKind[] = [single, react];

/** What Kapso calls coders that are here under another name. */
const kapsoNames: Readonly<Record<string, string>> = {
  claude_code: "claude-code",
  oss_claude_code: "claude-code",
  gemini: "gemini-cli",
};

/** @throws UsageError for an unknown name, with the nearest one. */
export function coder(name: string): CoderKind {
  const known = kapsoNames[name] ?? name;
  const kind = coders.find((each) => each.name === known);
  if (kind !== undefined) return kind;
  const names = coders.map((each) => each.name);
  const instead =
    name === "openhands"
      ? " OpenHands is not offered: use `react`, a model with tools, or `single`, one answer per program."
      : didYouMean(name, names);
  throw new UsageError(`There is no coder \`${name}\`.${instead} There are ${names.join(", ")}.`);
}
