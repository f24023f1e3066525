import { join } from "node:path";
import type { Agent, AgentNeeds, AgentTask } from "../../contracts/agent.ts";
import type { Sandbox, SandboxLimits, SandboxSpec } from "../../contracts/sandbox.ts";
import type { SandboxProvider } from "../../contracts/sandbox-kind.ts";
import { competitionFolder } from "../../facts/competition-folder.ts";
import { loadFacts } from "../../facts/facts.ts";
import { publicSample } from "../../facts/public-sample.ts";
import type { Journal } from "../../lib/journal/journal.ts";
import { sandboxPaths } from "../../sandboxes/shared/sandbox-paths.ts";
import { type ConnectOptions, connectModels, type ModelConnection } from "../models/connect-models.ts";
import { mountsOf, programFoldersOf } from "../mounts/mounts-of.ts";
import type { GroupPlan, PlannedRun, RunLimits } from "../record/group-plan.ts";
import type { RunEvent } from "../record/run-events.ts";
import { runFiles } from "../record/run-folder.ts";
import { firstCut, rehearsalAccess, type ShownRehearsal } from "../rehearsal/rehearsal-access.ts";
import type { RehearsalCall, RehearsalDeskOptions } from "../rehearsal/rehearsal-desk.ts";
import { rehearsalFiles } from "../rehearsal/rehearsal-files.ts";
import { startValidation } from "../validation/start-validation.ts";
import { sharesHostNetwork, validationAccess } from "../validation/validation-access.ts";
import type { ValidationCall } from "../validation/validation-server.ts";
import type { AttemptFailure } from "./attempt-failure.ts";
import { foldersToHide } from "./folders-to-hide.ts";
import type { GivenScore } from "./interrupted-work.ts";
import { judgeInside } from "./judge-inside.ts";
import type { RunModels } from "./run-models.ts";
import { warningFile } from "./while-acting.ts";
import { writeInstructions } from "./write-instructions.ts";

/** Everything that a run's sandbox is opened with. */
export interface SandboxSetup {
  readonly provider: SandboxProvider;
  readonly spec: SandboxSpec;
  /** Puts what every command of the agent needs before it. */
  readonly wrap: (command: readonly string[], isUnconnected: boolean) => readonly string[];
  /** What the agent's task offers about files in the sandbox, once it is open. */
  readonly judging: (sandbox: Sandbox) => Pick<AgentTask, "check" | "rehearsals">;
  /** Call it after the sandbox is closed. */
  readonly close: () => Promise<void>;
}

interface SetupOptions {
  readonly run: PlannedRun;
  readonly folder: string;
  readonly plan: GroupPlan;
  readonly agent: Agent;
  readonly sandboxFor: (needs: AgentNeeds) => Promise<SandboxProvider>;
  /** An empty folder of the host that lives as long as the attempt. */
  readonly scratch: string;
  readonly gpus: readonly string[];
  readonly journal: Journal<RunEvent>;
  /** Learns of a call of the validation that could not be recorded. */
  readonly failure: AttemptFailure;
  /** Absent when the agent has no models. */
  readonly models?: RunModels | null;
  /** The scores of its rehearsals that the agent got before its host was interrupted. */
  readonly scores?: readonly GivenScore[];
  /** Whether the workspace holds the agent's files from before its host was interrupted. */
  readonly continued?: boolean;
  /** The time that the agent has left. Default: all of it. */
  readonly leftMs?: number;
}

/**
 * Prepares what a run's sandbox shows: public data, instructions, the validation endpoint, the agent's own files, and the
 * environment of the agents' contract. Nothing in it leads to the private data.
 */
export async function setUpSandbox(options: SetupOptions): Promise<SandboxSetup> {
  const { run, folder, plan, agent, scratch, gpus, failure, leftMs = plan.limits.wallClockMs } = options;
  const { competitionId } = run;
  const { network } = plan.sandbox;
  const publicData = join(competitionFolder(plan.dataDirectory, competitionId, plan.edition).prepared, "public");
  const workspace = join(folder, runFiles.workspace);
  const needs = await agent.needs({ competitionId, publicData, scratch });
  const provider = await options.sandboxFor(needs);
  const { traits } = provider;
  const paths = sandboxPaths(traits, { publicData, workspace });
  const rehearsals = rehearsalsOf(run, plan);
  const scores = rehearsals.length === 0 ? undefined : plan.limits.rehearsals;
  const instructions = await writeInstructions({ run, plan, scratch, traits, paths, rehearsals: scores });
  const calls = recordCalls(options);
  const validation = await startValidation({
    competitionId,
    edition: plan.edition,
    samplePath: join(publicData, publicSample(loadFacts(competitionId))),
    listen: sharesHostNetwork({ traits, network }),
    scratch,
    onCall: calls.onCheck,
    rehearsal: deskOptions(rehearsals, options, calls.onScore),
  });
  const access = validationAccess(validation, { traits, network });
  const rehearsing = rehearsalAccess(rehearsals, validation, { traits, network });
  const connection = await connect(options.models ?? null, { validation, traits, network, onFailure: failure.add });
  const environment = {
    COMPETITION_ID: competitionId,
    SEED: String(run.seed),
    TIME_LIMIT_SECONDS: String(plan.limits.wallClockMs / 1000),
    DEADLINE: new Date(Date.now() + leftMs).toISOString(),
    WARNING_FILE: `${paths.logs}/${warningFile}`,
    INSTRUCTIONS_FILE: instructions.file,
    ...plan.sandbox.environment,
    ...access.environment,
    ...rehearsing.environment,
    ...needs.environment,
  };
  return {
    provider,
    wrap: (command, isUnconnected) => {
      const harmless = connection?.withoutKeys(command) ?? command;
      return isUnconnected ? harmless : access.wrap(instructions.wrap(harmless));
    },
    judging: (sandbox) =>
      judgeInside(sandbox, {
        ...calls,
        judge: validation.judge,
        rehearsals: rehearsing.cuts,
        given: options.scores ?? [],
        scratch,
      }),
    close: async () => {
      await connection?.close();
      await validation.close();
    },
    spec: {
      name: `${plan.name}/${run.id}`,
      publicData,
      workspace,
      ...(options.continued ? { continued: true } : {}),
      programFolders: programFoldersOf(plan.sandbox),
      readOnly: {
        ...mountsOf(plan.sandbox),
        ...instructions.readOnly,
        ...access.readOnly,
        ...rehearsing.readOnly,
        ...connection?.readOnly,
        ...needs.readOnly,
      },
      hidden: foldersToHide(plan, run, folder),
      rehearsalData: rehearsals.map(({ files }) => files.public),
      network,
      limits: sandboxLimits({ ...plan.limits, wallClockMs: leftMs }),
      secrets: (agent.secrets ?? []).flatMap((name) => process.env[name] || []),
      ...(gpus.length > 0 ? { gpus } : {}),
      environment: connection?.complete(environment) ?? environment,
    },
  };
}

/** Puts what the agent asks the validation into the journal. */
function recordCalls({ journal, failure }: Pick<SetupOptions, "journal" | "failure">) {
  const started = performance.now();
  const elapsedMs = (): number => Math.round(performance.now() - started);
  return {
    onCheck: (call: ValidationCall) =>
      failure.watch(() => journal.append({ type: "validation", elapsedMs: elapsedMs(), ...call })),
    onScore: (call: RehearsalCall) =>
      failure.watch(() => journal.append({ type: "rehearsal", elapsedMs: elapsedMs(), ...call })),
  };
}

/** The rehearsals that a run was planned with. */
function rehearsalsOf({ competitionId: id }: PlannedRun, plan: GroupPlan): ShownRehearsal[] {
  const { cuts, impossible } = plan.rehearsals ?? { cuts: [firstCut], impossible: {} };
  if (plan.limits.rehearsals === undefined || id in impossible) return [];
  const competition = { id, edition: plan.edition, facts: loadFacts(id) };
  return cuts.map((cut) => ({ cut, files: rehearsalFiles(competition, plan.dataDirectory, cut) }));
}

/** How predictions for the rehearsals are scored; null without any. */
function deskOptions(
  rehearsals: readonly ShownRehearsal[],
  { plan, scores = [] }: SetupOptions,
  onCall: RehearsalDeskOptions["onCall"],
): RehearsalDeskOptions | null {
  if (rehearsals.length === 0) return null;
  const answersPaths = Object.fromEntries(rehearsals.map(({ cut, files }) => [cut, files.answers]));
  return { answersPaths, limit: plan.limits.rehearsals ?? 0, used: scores.length, onCall };
}

/** Connects the sandbox to the run's models. When that fails, there is no setup that would close the validation. */
async function connect(
  models: RunModels | null,
  options: Omit<ConnectOptions, "choice" | "door" | "secrets">,
): Promise<ModelConnection | null> {
  if (models === null) return null;
  const { choice, secrets } = models.group;
  try {
    return await connectModels({ ...options, choice, secrets, door: models.door });
  } catch (error) {
    await options.validation.close();
    throw error;
  }
}

/** Only those of a run's limits that its sandbox holds. */
function sandboxLimits(limits: RunLimits): SandboxLimits {
  const { gpus, wallClockMs, workingTime, maxCost, maxTokens, maxCalls, maxMessages, rehearsals, ...rest } = limits;
  // A sandbox does not know when its agent waits for a model.
  return workingTime ? rest : { wallClockMs, ...rest };
}
