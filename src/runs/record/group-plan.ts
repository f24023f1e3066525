import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { agentChoice } from "../../agents/agent-choice.ts";
import type { AgentLimits } from "../../contracts/agent.ts";
import { editions } from "../../facts/editions.ts";
import { UsageError } from "../../lib/errors.ts";
import { sha256 } from "../../lib/hashing.ts";
import { priceTable } from "../../models/prices/price-table.ts";
import { agentContent } from "./agent-content.ts";
import { fromFirstFormat } from "./first-format.ts";

const limits = z.object({
  /** Wall-clock time for the agent's work. */
  wallClockMs: z.number().positive(),
  memoryMb: z.number().positive().exactOptional(),
  cpus: z.number().positive().exactOptional(),
  /** Graphics cards for each run. */
  gpus: z.number().int().nonnegative().exactOptional(),
  processes: z.number().int().positive().exactOptional(),
  fileSizeMb: z.number().positive().exactOptional(),
  diskMb: z.number().positive().exactOptional(),
  outputBytes: z.number().positive().exactOptional(),
  workingTime: z.boolean().exactOptional(),
  maxCost: z.number().positive().exactOptional(),
  maxTokens: z.number().int().positive().exactOptional(),
  maxCalls: z.number().int().positive().exactOptional(),
  maxMessages: z.number().int().positive().exactOptional(),
  rehearsals: z.number().int().positive().exactOptional(),
}) satisfies z.ZodType<AgentLimits>;
export type RunLimits = z.infer<typeof limits>;

/** The limits that every run has, derived from the machine unless a value was asked for. */
const derivable = z.enum(["memoryMb", "processes", "diskMb", "fileSizeMb"]);
export type DerivableLimit = z.infer<typeof derivable>;

const pythonChoice = z.object({
  program: z.string(),
  version: z.string(),
  /** What it needs of the host, mounted read-only at the same places. */
  places: z.array(z.string()),
});
export type PythonChoice = z.infer<typeof pythonChoice>;

const rehearsalChoice = z.object({
  /** Their seeds. */
  cuts: z.array(z.number().int().nonnegative()).min(1),
  /** Why competitions have none, by id. */
  impossible: z.record(z.string(), z.string()),
});
export type RehearsalChoice = z.infer<typeof rehearsalChoice>;

const sandboxChoice = z.object({
  name: z.string(),
  network: z.enum(["none", "internal", "open"]),
  /** For docker: the image if the agent does not name one, the engine's socket, and other settings of the container. */
  image: z.string().exactOptional(),
  socket: z.string().exactOptional(),
  shmMb: z.number().positive().exactOptional(),
  hostConfig: z.record(z.string(), z.unknown()).exactOptional(),
  /** Environment variables for every command in the sandbox. */
  environment: z.record(z.string(), z.string()).exactOptional(),
  /** Further files and folders of the host, read-only: path inside -> path on the host. */
  mounts: z.record(z.string(), z.string()).exactOptional(),
  /** The interpreter of the host that programs find first. */
  python: pythonChoice.exactOptional(),
});
export type SandboxChoice = z.infer<typeof sandboxChoice>;

/** The models that agents may use, each as `provider/model`. */
const modelChoice = z.object({
  /** The one that an agent gets; null when only `allow` says what it may use. */
  main: z.string().nullable(),
  /** For parts of the work that have their own. */
  roles: z.record(z.string(), z.string()),
  settings: z.record(z.string(), z.unknown()),
  /** Further models that programs may ask for, as patterns. */
  allow: z.array(z.string()),
  /** Which model answers when a program asks for a name that matches a pattern. */
  aliases: z.record(z.string(), z.string()),
  /** Providers may run tools for agents, such as a web search, although the sandbox's network is closed. */
  providerTools: z.literal(true).exactOptional(),
  /** The user's own prices, which decide about limits on cost. */
  prices: priceTable.exactOptional(),
});
export type ModelChoice = z.infer<typeof modelChoice>;

/** Every model that a choice names in full, once each. */
export function namedModels({ main, roles, allow, aliases }: ModelChoice): string[] {
  const named = [...(main === null ? [] : [main]), ...Object.values(roles), ...allow, ...Object.values(aliases)];
  return [...new Set(named)].filter((name) => !name.includes("*"));
}

const groupPlan = z.object({
  format: z.literal(2),
  /** The name of the group's folder. */
  name: z.string(),
  /** The same for equal commands: running a command again finds the group to continue. */
  key: z.string(),
  createdAt: z.string(),
  version: z.string(),
  edition: z.enum(editions),
  agent: agentChoice,
  /** Absent from plans of earlier versions. */
  content: agentContent.exactOptional(),
  competitions: z.array(z.string()),
  seeds: z.array(z.number().int()),
  limits,
  /** The limits that were derived from the machine when the group was planned, and from what. */
  derivedLimits: z.partialRecord(derivable, z.string()).exactOptional(),
  /** The limits that were turned off on request. */
  unlimited: z.array(derivable).exactOptional(),
  /** Which rehearsals runs get where `limits.rehearsals` allows scores. Default: the first one, 0. */
  rehearsals: rehearsalChoice.exactOptional(),
  sandbox: sandboxChoice,
  models: modelChoice.exactOptional(),
  dataDirectory: z.string(),
  /** Keep the workspace (and the agent's container, if it ran in one) after the run. */
  retain: z.boolean(),
});
export type GroupPlan = z.infer<typeof groupPlan>;

/** How much of the machine the host may use. Not part of the plan: it may differ from one start to the next. */
export interface HostSettings {
  readonly jobs: number;
  /** Working time of all agents together; all runs stop when it is used up. */
  readonly budgetMs?: number;
  /** What the model calls of all runs together may cost, in US dollars; no more runs start when it is used up. */
  readonly budgetCost?: number;
  /** Most calls at the same time, per provider. */
  readonly maxConnections?: number;
  /** How many more attempts a run gets after infrastructure errors. */
  readonly retries: number;
  /** Most memory of a process that grades, in MiB; see `GradingProcess`. */
  readonly gradingMemoryMb?: number;
  /** Read all prepared data and compare its checksums, rather than only where sizes or times have changed. */
  readonly verifyData?: boolean;
}

/** The limits that were asked for: the same on every machine, and what leases reserve. */
export function askedLimits({ limits, derivedLimits = {} }: Pick<GroupPlan, "limits" | "derivedLimits">): RunLimits {
  const asked = Object.entries(limits).filter(([name]) => !(name in derivedLimits));
  return Object.fromEntries(asked) as RunLimits;
}

/**
 * Identifies a plan by everything that was asked for and can change a result. Derived limits are left out, so that the same
 * command finds its group again on another machine and with other --jobs; the group keeps the limits it was planned with. The
 * agent's content is compared separately: a changed agent must be noticed, not taken for another one. Seeds are left out
 * because more of them only make the same result more precise. Competitions are not: the shares of medals are taken over
 * them, so another selection is another result.
 */
export function planKey(
  plan: Omit<GroupPlan, "format" | "name" | "key" | "createdAt" | "version" | "retain" | "content" | "seeds">,
): string {
  const { agent, competitions, unlimited, sandbox, dataDirectory, edition, models } = plan;
  // A plan that was read back names them in another order.
  const limits = Object.entries(askedLimits(plan)).sort(([one], [other]) => (one < other ? -1 : 1));
  const asked = { ...Object.fromEntries(limits), unlimited };
  const choices = [agent, competitions.toSorted(), asked, sandbox, dataDirectory, edition];
  return sha256(JSON.stringify(models === undefined ? choices : [...choices, models])).slice(0, 16);
}

/** One run of a plan. */
export interface PlannedRun {
  /** The name of the run's folder. Upstream's tools read the competition from the part before the first underscore. */
  readonly id: string;
  readonly competitionId: string;
  readonly seed: number;
}

/** Seed by seed, so that a group that is stopped early has complete seeds. */
export function plannedRuns(plan: Pick<GroupPlan, "competitions" | "seeds">): PlannedRun[] {
  return plan.seeds.flatMap((seed) =>
    plan.competitions.map((competitionId) => ({ id: `${competitionId}_seed-${seed}`, competitionId, seed })),
  );
}

const unkeyedPlan = groupPlan.partial({ key: true });

/** @throws UsageError when the folder holds no plan, or one that this version cannot read. */
export function readPlan(groupFolder: string): GroupPlan {
  const unreadable = (why: string, cause: unknown): UsageError =>
    new UsageError(`${groupFolder} is not a run group that this version can read: ${why}`, { cause });
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(join(groupFolder, "group.json"), "utf8"));
  } catch (cause) {
    throw unreadable((cause as Error).message, cause);
  }
  const { success, data, error } = unkeyedPlan.safeParse(fromFirstFormat(content));
  // Earlier versions made other keys, and the same command must still find their groups.
  if (success) return { ...data, key: planKey(data) };
  const { path, message } = error.issues[0]!;
  const isFormat = path.join() === "format";
  const found = isFormat
    ? `, found ${JSON.stringify((content as { format?: unknown }).format)}, expected 1 or 2`
    : `: ${message}`;
  throw unreadable(`\`${path.join(".")}\` of group.json${found}.`, error);
}
