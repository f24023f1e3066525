import { resolve } from "node:path";
import { agentFor, agentKind } from "../../agents/index.ts";
import { BenchError } from "../../lib/errors.ts";
import { systemFailure } from "../../lib/system-failure.ts";
import { deriveLimits, measureMachine } from "../../runs/execution/derive-limits.ts";
import { machineResources } from "../../runs/execution/leases.ts";
import { type GroupRequest, planGroup } from "../../runs/execution/plan-group.ts";
import { startHost } from "../../runs/execution/start-host.ts";
import type { RehearsalChoice } from "../../runs/record/group-plan.ts";
import { defaultRunDirectory } from "../../runs/state/find-runs.ts";
import { exitCodeOf, exitCodes } from "../exit-codes.ts";
import { plannedWorkJson } from "../json/plan-json.ts";
import { note, print, printJson } from "../output.ts";
import { checkRequest } from "../run/check-request.ts";
import { groupRequest } from "../run/group-request.ts";
import { endOnInterrupt } from "../run/interrupts.ts";
import { limitWarnings } from "../run/limit-warnings.ts";
import { requireLimitsThatHold } from "../run/limits-that-hold.ts";
import { networkWarnings } from "../run/network-warnings.ts";
import { chooseSettings } from "../run/parse-options.ts";
import { type PlannedWork, planDryRun, planWork } from "../run/planned-work.ts";
import { requestedAgent } from "../run/requested-agent.ts";
import { runGroup, type ShowResults, showResults } from "../run/run-group.ts";
import { type AskedOptions, readTaskParameters } from "../run/task-parameters.ts";
import { limitSelection, selectCompetitions } from "../select-competitions.ts";
import type { FollowEnd } from "../views/follow-group.ts";
import { describePlan } from "../views/plan-view.ts";
import type { RunOptions } from "./run.options.ts";

const unknownContent =
  "An earlier version planned this group and did not record the agent's files: changes to them go unnoticed. " +
  "Use --new to start a group that notices them.";

export async function run(command: string[], given: RunOptions): Promise<number> {
  return await runAndShow(command, given, showResults);
}

/** As `mlebench run`, with results shown in another way. */
export async function runAndShow(command: readonly string[], given: RunOptions, show: ShowResults): Promise<number> {
  const aboutToRun = endOnInterrupt();
  const options: AskedOptions = { ...given, ...aliases(given), ...readTaskParameters(given) };
  const competitions = limitSelection(selectCompetitions(options), options.limit);
  const choice = await requestedAgent(options, command);
  const agent = await agentFor(choice);
  const asked = await groupRequest(competitions, options, choice);
  const resources = machineResources();
  const settings = chooseSettings(options, asked.limits, resources);
  await requireLimitsThatHold(asked.models ?? null, asked.limits, settings);
  const runDirectory = resolve(options.runDir ?? defaultRunDirectory());
  const machine = await measureMachine(runDirectory, resources);
  const request = deriveLimits(asked, machine, settings.jobs);
  const warningsOf = async ({ request, unfinished }: PlannedWork): Promise<string[]> => [
    ...networkWarnings(request),
    ...(await limitWarnings(request, machine, Math.max(1, Math.min(settings.jobs, unfinished)))),
  ];

  const how = { fresh: options.new ?? false, retryFailed: options.retryFailed ?? false };
  if (options.dryRun) {
    const work = await planDryRun(runDirectory, request, settings, how);
    const warnings = await warningsOf(work);
    const problem = await problemWith(
      checkRequest(request, agent, { runDirectory, prepare: options.prepare ? "later" : null }),
    );
    if (options.json) printJson(plannedWorkJson(work, warnings, problem));
    else print(describePlan(work, warnings, problem));
    return problem === null ? exitCodes.done : exitCodeOf(problem);
  }
  const prepare = async (missing: readonly string[]): Promise<void> => {
    const { prepareMissing } = await import("../run/prepare-missing.ts");
    await prepareMissing(missing, request, { checkRules: !options.skipRulesCheck });
  };
  await checkRequest(request, agent, { runDirectory, prepare: options.prepare ? prepare : null });

  const rehearsals = await makeRehearsals(request);
  const planned = rehearsals === null ? request : { ...request, rehearsals };
  const group = await planGroup(runDirectory, planned, how);
  aboutToRun();
  const work = planWork(runDirectory, planned, settings, group);
  const warnings = await warningsOf(work);
  if (!options.json || options.detach) note(describePlan(work, warnings));
  if (group.plan.content === undefined) note(unknownContent);
  if (options.detach) {
    if (group.unfinished > 0) await startHost(group.folder, settings);
    if (options.json) printJson(plannedWorkJson(work, warnings));
    else print(group.folder);
    return exitCodes.done;
  }
  const shown = { json: options.json ?? false };
  const showAll = (folder: string, end: FollowEnd) => show(folder, end, shown);
  if (group.unfinished > 0) return await runGroup(group.folder, settings, showAll);
  note("All runs are done. Use --new to start another group, or --seeds to add runs to this one.");
  return await showAll(group.folder, "complete");
}

/** The rehearsals that runs get; null for none. */
async function makeRehearsals(request: GroupRequest): Promise<RehearsalChoice | null> {
  if (request.limits.rehearsals === undefined) return null;
  const { makeRehearsals: make } = await import("../run/make-rehearsals.ts");
  return await make(request, agentKind(request.agent.name).rehearses === true);
}

/** What would stop a run from starting, as an error to show; null for nothing. */
async function problemWith(check: Promise<void>): Promise<BenchError | null> {
  try {
    await check;
    return null;
  } catch (error) {
    const known = systemFailure(error) ?? error;
    if (known instanceof BenchError) return known;
    throw error;
  }
}

/** Upstream's and Inspect's names for some options, and short forms. */
function aliases({ competitionSet, seed, nSeeds, epochs, nWorkers }: RunOptions): Partial<RunOptions> {
  return {
    ...(competitionSet === undefined ? {} : { list: competitionSet }),
    // A list of one: a bare number says how many.
    ...(seed === undefined ? {} : { seeds: `${seed},` }),
    ...(nSeeds === undefined ? {} : { seeds: nSeeds }),
    ...(epochs === undefined ? {} : { seeds: epochs }),
    ...(nWorkers === undefined ? {} : { jobs: nWorkers }),
  };
}
