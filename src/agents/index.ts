import type { Agent } from "../contracts/agent.ts";
import { didYouMean } from "../lib/did-you-mean.ts";
import { UsageError } from "../lib/errors.ts";
import type { AgentChoice } from "./agent-choice.ts";
import type { AgentKind, AgentParts } from "./agent-kind.ts";
import type { AgentPackage } from "./agent-package.ts";
import { baseline } from "./baseline/baseline-agent.ts";
import { codingAgents } from "./coding/index.ts";
import { command } from "./command/command-agent.ts";
import { container } from "./container/container-agent.ts";
import { dummy } from "./dummy/dummy-agent.ts";
import { type InstalledAgent, listInstalled } from "./installation/installed-agent.ts";
import { oracle } from "./oracle-agent.ts";
import { react } from "./react/react-agent.ts";
import { repository } from "./repository/repository-agent.ts";
import { aide, aideMleBench } from "./search/presets/aide-agent.ts";
import { kapso } from "./search/presets/kapso-agent.ts";
import { search } from "./search/search-agent.ts";
import { checkSettings } from "./settings/check-settings.ts";
import { listSettings, type Setting } from "./settings/list-settings.ts";

/** Every agent: the built-in ones, the simplest first, then those from outside this package. */
const kinds: AgentKind[] = [
  dummy,
  oracle,
  baseline,
  react,
  search,
  aide,
  aideMleBench,
  kapso,
  repository,
  command,
  container,
  ...codingAgents,
];

/** The name that records give to an agent object of the calling program. */
const inProcess = "in-process";

/** Adds an agent from outside this package. @throws UsageError when its name is taken. */
export function registerAgent(kind: AgentKind): void {
  if (kind.name === inProcess || kinds.some(({ name }) => name === kind.name)) {
    throw new UsageError(`There already is an agent \`${kind.name}\`.`);
  }
  kinds.push(kind);
}

/** What there is to know about a built-in agent. */
export interface AgentDescription extends Pick<AgentKind, "name" | "summary" | "needs" | "testOnly" | "ownImage"> {
  readonly settings: readonly Setting[];
  /** Null for an agent that need not be installed. */
  readonly package: AgentPackage | null;
  readonly installed: readonly InstalledAgent[];
}

export function describeAgents(): AgentDescription[] {
  return kinds.map(({ name }) => describeAgent(name));
}

/** @throws UsageError for an unknown name, with the nearest one. */
export function describeAgent(agent: string): AgentDescription {
  const { name, summary, needs, testOnly, ownImage, settings, package: its = null } = agentKind(agent);
  const installed = its === null ? [] : listInstalled(name);
  return { name, summary, needs, testOnly, ownImage, settings: listSettings(settings), package: its, installed };
}

/** @throws UsageError for an unknown name, with the nearest one. */
export function agentKind(agent: string): AgentKind {
  const kind = kinds.find(({ name }) => name === agent);
  if (kind !== undefined) return kind;
  const names = kinds.map(({ name }) => name);
  throw new UsageError(`There is no agent \`${agent}\`.${didYouMean(agent, names)} There are ${names.join(", ")}.`);
}

/** Whether an agent records a tree of experiments. One that is not known here does not. */
export function searches(agent: string): boolean {
  return kinds.some(({ name, searches = false }) => name === agent && searches);
}

/** How an agent is chosen besides by its name. */
export interface ChoiceOptions {
  /** What results call it. */
  readonly label?: string;
  readonly settings?: Readonly<Record<string, unknown>>;
}

/**
 * A choice that a plan can hold: the settings checked and complete, with a label. An agent object goes by its own name;
 * its settings are whatever the record should say about it.
 *
 * @throws UsageError for an unknown name, and for settings that the agent does not have, lacks or cannot use.
 */
export function chooseAgent(agent: string, options?: ChoiceOptions): AgentChoice;
export function chooseAgent(agent: Agent, options?: Pick<ChoiceOptions, "settings">): AgentChoice;
export function chooseAgent(agent: string | Agent, options: ChoiceOptions = {}): AgentChoice {
  const { label, settings = {} } = options;
  if (typeof agent !== "string") return { name: inProcess, label: agent.name, settings: { ...settings } };
  const kind = agentKind(agent);
  const checked = checkSettings(kind, settings, kinds);
  return { name: kind.name, label: label ?? kind.label?.(checked) ?? kind.name, settings: { ...checked } };
}

/** What the agent of a choice consists of besides its settings. Of an `in-process` agent, that is unknown. */
export async function agentParts({ name, settings }: AgentChoice): Promise<AgentParts> {
  if (name === inProcess) return {};
  const kind = agentKind(name);
  return (await kind.parts?.(checkSettings(kind, settings, kinds))) ?? {};
}

/**
 * The agent of a choice, ready for any number of runs. `own` is the object that an `in-process` choice was made from;
 * `files` are copies of its parts, to be used in place of the originals.
 *
 * @throws UsageError when the choice is not one that `chooseAgent` makes, or cannot work here.
 */
export async function agentFor(
  choice: AgentChoice,
  own?: Agent,
  files: Readonly<Record<string, string>> = {},
): Promise<Agent> {
  if (choice.name === inProcess) return ownAgent(choice, own);
  if (own !== undefined) {
    throw new UsageError(
      `The plan names the built-in agent \`${choice.name}\`, but the agent object ${own.name} was passed.`,
    );
  }
  const kind = agentKind(choice.name);
  const settings = checkSettings(kind, choice.settings, kinds);
  const { files: originals = {} } = (await kind.parts?.(settings)) ?? {};
  return await kind.create({ label: choice.label, settings, files: { ...originals, ...files } });
}

function ownAgent({ label }: AgentChoice, own: Agent | undefined): Agent {
  if (own === undefined) {
    throw new UsageError(
      `The agent \`${label}\` was an object of the program that planned this group: only a program that passes it to ` +
        "`hostGroup` can run the group.",
    );
  }
  if (own.name === label) return own;
  throw new UsageError(`The plan names the agent object \`${label}\`, but \`${own.name}\` was passed.`);
}
