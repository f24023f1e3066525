import { agentHome } from "../../../contracts/home-paths.ts";
import { didYouMean } from "../../../lib/did-you-mean.ts";
import { UsageError } from "../../../lib/errors.ts";
import { needsOf } from "../../coding/define-coding-agent.ts";
import type { CodingAgentDescription } from "../../coding/description.ts";
import { codingDescriptions } from "../../coding/index.ts";
import { requireInstalled } from "../../coding/require-installed.ts";
import { nodePlace } from "../../react/tools/shell.ts";
import type { CoderKind } from "./coder-kind.ts";

const none = { needs: [], sandbox: () => ({}), versions: () => ({}) };

const single: CoderKind = {
  ...none,
  name: "single",
  summary: "one answer of the model holds the whole program",
  open: async () => (await import("./single-coder.ts")).singleCoder,
};

const react: CoderKind = {
  ...none,
  name: "react",
  summary: "a model with a shell and an editor works in the program's folder until it is done",
  sandbox: () => ({ readOnly: { [nodePlace]: process.execPath } }),
  open: async (task, settings) => (await import("./react-coder.ts")).reactCoder(task, settings),
};

/** A coding agent that works in the program's folder. */
function codingCoder(description: CodingAgentDescription): CoderKind {
  const { name, title, package: its } = description;
  const installed = (version = its.version) => requireInstalled(description, version);
  return {
    name,
    summary: `${title} works in the program's folder`,
    needs: needsOf(description),
    package: its,
    sandbox: ({ coder_version: version }) => ({
      readOnly: { [agentHome]: installed(version).folder, [nodePlace]: process.execPath },
    }),
    versions: ({ coder_version: asked }) => {
      const { version, sha256 } = installed(asked);
      return { coder: its.name, "coder version": version, "coder sha256": sha256 };
    },
    open: async (task) => (await import("./coding-agent-coder.ts")).codingAgentCoder(description, task),
  };
}

/** Every coder, the simplest first. */
export const coders: readonly CoderKind[] = [single, react, ...codingDescriptions.map(codingCoder)];

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
