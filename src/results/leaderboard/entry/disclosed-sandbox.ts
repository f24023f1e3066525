import { describeAgents } from "../../../agents/index.ts";
import type { SandboxRecord } from "../../../contracts/sandbox.ts";
import type { GroupPlan } from "../../../runs/record/group-plan.ts";
import type { RecordedRun } from "./recorded-runs.ts";

/** Where the agent worked, according to the journals of its runs. */
export interface DisclosedSandbox {
  readonly names: readonly string[];
  readonly isolation: readonly string[];
  /** Whether a run was not isolated from the host's files. Null: no run was started. */
  readonly unsafe: boolean | null;
  readonly notes: readonly string[];
  /** Container settings that the user has changed, which may loosen the isolation. */
  readonly changedSettings: readonly string[];
  /** Places inside at which further files of the host were shown, read-only. */
  readonly mounts: readonly string[];
  /** Names of environment variables that the user has set. */
  readonly environment: readonly string[];
}

export interface DisclosedNetwork {
  /** Whether the agent could connect to other machines. */
  readonly open: boolean;
  readonly policies: readonly string[];
  /** Questions to the validation, and how many were answered with `valid`. */
  readonly validationCalls: number;
  readonly validationValid: number;
  readonly rehearsalScores: number;
  /** Model calls of programs in the sandbox through the proxy, and those that the agent made on the host. */
  readonly proxyCalls: number;
  readonly hostCalls: number;
  /** Whether providers could run tools of their own, such as a web search. */
  readonly providerTools: boolean;
  /** What else could be reached. */
  readonly beyond: string;
}

export interface DisclosedAnswers {
  readonly readable: "never" | "possible" | "unknown";
  readonly why: string;
}

export function discloseSandbox({ sandbox }: GroupPlan, runs: readonly RecordedRun[]): DisclosedSandbox {
  const records = runs.flatMap(({ sandboxes }) => sandboxes);
  const isolation = unique(records.map((record) => record.isolation));
  return {
    names: unique(records.map((record) => record.sandbox)),
    isolation,
    unsafe: records.length === 0 ? null : isolation.includes("none"),
    notes: notesOf(records),
    changedSettings: Object.keys(sandbox.hostConfig ?? {}),
    mounts: Object.keys(sandbox.mounts ?? {}),
    environment: Object.keys(sandbox.environment ?? {}),
  };
}

/** Each run may have a user of its own, which readers need not know one by one. */
function notesOf(records: readonly SandboxRecord[]): string[] {
  const notes = unique(records.flatMap((record) => record.notes));
  const users = notes.filter((note) => /^user \d+ of the host$/.test(note));
  if (users.length < 2) return notes;
  return [...notes.filter((note) => !users.includes(note)), `${users.length} different users of the host`];
}

export function discloseNetwork({ models, sandbox }: GroupPlan, runs: readonly RecordedRun[]): DisclosedNetwork {
  const records = runs.flatMap(({ sandboxes }) => sandboxes);
  const validations = runs.flatMap((run) => run.validations);
  const calls = runs.flatMap((run) => run.calls);
  const onHost = calls.filter(({ protocol }) => protocol === "in-process").length;
  // A sandbox that does not isolate closes no network.
  const open = sandbox.network === "open" || records.some(({ isolation }) => isolation === "none");
  return {
    open,
    policies: unique(records.map(({ network }) => network)),
    validationCalls: validations.length,
    validationValid: validations.filter(({ valid }) => valid === true).length,
    rehearsalScores: runs.reduce((sum, { rehearsals }) => sum + rehearsals, 0),
    proxyCalls: calls.length - onHost,
    hostCalls: onHost,
    providerTools: models?.providerTools ?? false,
    beyond: open
      ? "Anything on the network: the agent's connections are not recorded."
      : "Nothing: the sandbox had no network. Models and the validation are reached through sockets of the harness.",
  };
}

/** Whether the agent could have read the answers. */
export function discloseAnswers(plan: GroupPlan, { unsafe, changedSettings }: DisclosedSandbox): DisclosedAnswers {
  if (isForTests(plan.agent.name)) {
    return { readable: "possible", why: "The agent is made for testing the harness and may be given the answers." };
  }
  if (unsafe === null) return { readable: "unknown", why: "No run was started." };
  if (unsafe) {
    return { readable: "possible", why: "The sandbox does not isolate: the agent could read files of the host." };
  }
  if (changedSettings.length > 0) {
    return { readable: "possible", why: "Container settings were changed, which may loosen the isolation." };
  }
  return {
    readable: "never",
    why: "By construction: the sandbox shows the public part of the data only, and a separate process reads the answers after the run is sealed.",
  };
}

function isForTests(name: string): boolean {
  return describeAgents().some((agent) => agent.name === name && agent.testOnly);
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}
