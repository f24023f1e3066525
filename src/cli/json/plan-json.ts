import type { AgentChoice } from "../../agents/agent-choice.ts";
import type { GroupRequest } from "../../runs/execution/plan-group.ts";
import type { AgentContent } from "../../runs/record/agent-content.ts";
import type { ModelChoice, RunLimits, SandboxChoice } from "../../runs/record/group-plan.ts";
import { internetUses, type PlannedWork } from "../run/planned-work.ts";

/** What a `run` command is going to do. */
export function plannedWorkJson(work: PlannedWork, warnings: readonly string[], problem: Error | null = null) {
  const { request, content, settings, group, runs, unfinished, longestMs } = work;
  return {
    group: group?.name ?? null,
    folder: group?.folder ?? null,
    continued: group?.continued ?? false,
    added_seeds: group?.changes.seeds ?? [],
    retried_runs: group?.changes.retried ?? [],
    runs,
    unfinished,
    jobs: settings.jobs,
    budget_ms: settings.budgetMs ?? null,
    budget_cost: settings.budgetCost ?? null,
    longest_ms: longestMs,
    internet: internetUses(work),
    warnings,
    problem: problem?.message ?? null,
    plan: planJson(request, content),
  };
}

/** What is run, and within which limits. */
export function planJson(plan: GroupRequest, content: AgentContent | null) {
  return {
    edition: plan.edition,
    agent: agentChoiceJson(plan.agent),
    content: content && contentJson(content),
    competitions: plan.competitions,
    seeds: plan.seeds,
    limits: limitsJson(plan.limits),
    derived_limits: derivedJson(plan.derivedLimits ?? {}),
    rehearsal_cuts: plan.rehearsals?.cuts ?? [],
    unrehearsed: plan.rehearsals?.impossible ?? {},
    sandbox: sandboxJson(plan.sandbox),
    models: plan.models === undefined ? null : modelsJson(plan.models),
    data_directory: plan.dataDirectory,
    retain: plan.retain,
  };
}

function contentJson({ hash, files, versions, image }: AgentContent) {
  return { hash, files, versions, image: image ?? null };
}

function agentChoiceJson({ name, label, settings }: AgentChoice) {
  return { name, label, settings };
}

function limitsJson(limits: RunLimits) {
  return {
    wall_clock_ms: limits.wallClockMs,
    memory_mb: limits.memoryMb ?? null,
    cpus: limits.cpus ?? null,
    gpus: limits.gpus ?? null,
    processes: limits.processes ?? null,
    file_size_mb: limits.fileSizeMb ?? null,
    disk_mb: limits.diskMb ?? null,
    output_bytes: limits.outputBytes ?? null,
    working_time: limits.workingTime ?? false,
    max_cost: limits.maxCost ?? null,
    max_tokens: limits.maxTokens ?? null,
    max_calls: limits.maxCalls ?? null,
    max_messages: limits.maxMessages ?? null,
    rehearsals: limits.rehearsals ?? 0,
  };
}

function derivedJson({ memoryMb, processes, fileSizeMb, diskMb }: NonNullable<GroupRequest["derivedLimits"]>) {
  return {
    memory_mb: memoryMb ?? null,
    processes: processes ?? null,
    file_size_mb: fileSizeMb ?? null,
    disk_mb: diskMb ?? null,
  };
}

function modelsJson({ main, roles, settings, allow, aliases, providerTools }: ModelChoice) {
  return { main, roles, settings, allow, aliases, provider_tools: providerTools === true };
}

function sandboxJson(sandbox: SandboxChoice) {
  return {
    name: sandbox.name,
    network: sandbox.network,
    image: sandbox.image ?? null,
    socket: sandbox.socket ?? null,
    shm_mb: sandbox.shmMb ?? null,
    host_config: sandbox.hostConfig ?? {},
    environment: sandbox.environment ?? {},
    mounts: sandbox.mounts ?? {},
    python: sandbox.python?.program ?? null,
    python_version: sandbox.python?.version ?? null,
    python_places: sandbox.python?.places ?? [],
  };
}
