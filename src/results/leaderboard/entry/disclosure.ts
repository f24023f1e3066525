import { getCompetition } from "../../../competitions/get-competition.ts";
import { listKnownIds } from "../../../facts/facts.ts";
import type { GroupPlan } from "../../../runs/record/group-plan.ts";
import type { RunRecord } from "../../../runs/record/run-folder.ts";
import { readGroupIndex } from "../../../runs/state/read-group-index.ts";
import type { Verification } from "../../../runs/verification/verification.ts";
import { verifyGroup } from "../../../runs/verification/verify-group.ts";
import { readGroupResults } from "../../read-group-results.ts";
import type { ResultSet } from "../../result-set.ts";
import type { LeaderboardRow } from "../leaderboard-row.ts";
import { type Completeness, completenessOf } from "./completeness.ts";
import { type Deviation, deviationsOf } from "./deviations.ts";
import { type DisclosedLimit, discloseLimits, unlimitedOf } from "./disclosed-limits.ts";
import { type DisclosedModels, discloseModels } from "./disclosed-models.ts";
import {
  type DisclosedAnswers,
  type DisclosedNetwork,
  type DisclosedSandbox,
  discloseAnswers,
  discloseNetwork,
  discloseSandbox,
} from "./disclosed-sandbox.ts";
import { entryRow } from "./entry-row.ts";
import { type RecordedRun, readRecordedRun } from "./recorded-runs.ts";

/** Everything that readers of a leaderboard should know about a group, taken from its records. */
export interface Disclosure {
  readonly plan: GroupPlan;
  readonly set: ResultSet;
  readonly row: LeaderboardRow;
  /** The agent's, without the values of environment variables, which may be secrets. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly completeness: Completeness;
  /** Graded runs that were started over after the agent had failed them. */
  readonly retried: number;
  /** Attempts that were cut off, or failed because of the harness. */
  readonly interrupted: number;
  /** What the runs were made with, each value once. */
  readonly made: {
    readonly version: readonly string[];
    readonly node: readonly string[];
    readonly platform: readonly string[];
  };
  readonly limits: readonly DisclosedLimit[];
  readonly unlimited: readonly string[];
  readonly sandbox: DisclosedSandbox;
  readonly network: DisclosedNetwork;
  readonly answers: DisclosedAnswers;
  readonly models: DisclosedModels;
  /** The digest of the image that the agent ran in; null without one. */
  readonly image: string | null;
  readonly verification: Verification;
  readonly competitions: readonly DisclosedCompetition[];
  readonly deviations: readonly Deviation[];
  /** What the records cannot say. */
  readonly notRecorded: readonly string[];
}

export interface DisclosedCompetition {
  readonly competitionId: string;
  /** SHA-256 of the manifests of the prepared data that its runs had; more than one when the data was changed between them. */
  readonly manifests: readonly string[];
  /** Null for a competition that is not known here. */
  readonly knownProblems: readonly string[] | null;
}

/** Reads a group's records. @throws UsageError when the folder is not a group that can be read. */
export async function discloseGroup(folder: string): Promise<Disclosure> {
  const { plan, runs: indexed } = readGroupIndex(folder);
  const set = readGroupResults(folder);
  const runs = indexed.map(readRecordedRun);
  const sandbox = discloseSandbox(plan, runs);
  const network = discloseNetwork(plan, runs);
  return {
    plan,
    set,
    row: entryRow(plan, set),
    settings: withoutSecrets(plan.agent.settings),
    completeness: completenessOf(plan, set),
    retried: set.runs.filter(({ record }) => (record?.retries ?? 0) > 0).length,
    interrupted: runs.reduce((sum, { interrupted }) => sum + interrupted, 0),
    made: { version: eachOf(runs, "version"), node: eachOf(runs, "node"), platform: eachOf(runs, "platform") },
    limits: discloseLimits(plan, runs),
    unlimited: unlimitedOf(plan),
    sandbox,
    network,
    answers: discloseAnswers(plan, sandbox),
    models: discloseModels(plan, runs, network),
    image: plan.content?.image ?? imageIn(sandbox.notes),
    verification: await verifyGroup(folder),
    competitions: await Promise.all(plan.competitions.map((id) => discloseCompetition(id, runs))),
    deviations: deviationsOf(plan),
    notRecorded,
  };
}

const notRecorded: readonly string[] = [
  "whether the agent's source is public",
  "whether its authors used leaked labels, or solutions to these competitions, while they made it",
  "whether its models have seen the competitions in their training",
  "the kind of processor and graphics card",
];

function withoutSecrets(settings: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const hide = ([key, value]: [string, unknown]): [string, unknown] => {
    if (key !== "environment" || typeof value !== "object" || value === null) return [key, value];
    return [key, Object.fromEntries(Object.keys(value).map((name) => [name, "not shown"]))];
  };
  return Object.fromEntries(Object.entries(settings).map(hide));
}

function eachOf(runs: readonly RecordedRun[], key: "version" | "node" | "platform"): string[] {
  const records: RunRecord[] = runs.flatMap(({ record }) => record ?? []);
  return [...new Set(records.flatMap((record) => record[key] ?? []))];
}

/** Sandboxes of containers note the image that they were opened with. */
function imageIn(notes: readonly string[]): string | null {
  return notes.flatMap((note) => /^image (?:.* )?(sha256:[0-9a-f]+)$/.exec(note)?.[1] ?? [])[0] ?? null;
}

async function discloseCompetition(id: string, runs: readonly RecordedRun[]): Promise<DisclosedCompetition> {
  const own = runs.filter(({ competitionId }) => competitionId === id);
  const isKnown = listKnownIds().includes(id);
  return {
    competitionId: id,
    manifests: [...new Set(own.flatMap(({ record }) => record?.manifest ?? []))],
    knownProblems: isKnown ? ((await getCompetition(id)).knownProblems ?? []) : null,
  };
}
