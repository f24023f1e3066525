import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { instructions } from "../../agents/instructions.ts";
import type { Agent, AgentNeeds } from "../../contracts/agent.ts";
import type { SandboxProvider, SandboxSpec } from "../../contracts/sandbox.ts";
import { competitionFolder } from "../../facts/competition-folder.ts";
import { loadFacts } from "../../facts/facts.ts";
import { UsageError } from "../../lib/errors.ts";
import { sandboxNamed } from "../../sandboxes/index.ts";
import type { GroupPlan, PlannedRun, SandboxChoice } from "../record/group-plan.ts";
import type { Journal } from "../record/journal.ts";
import type { RunEvent } from "../record/run-events.ts";
import { runFiles } from "../record/run-folder.ts";
import { publicSample } from "../validation/public-sample.ts";
import { startValidation } from "../validation/start-validation.ts";
import { sharesHostNetwork, validationAccess } from "../validation/validation-access.ts";
import { warningFile } from "./attempt-run.ts";

/** What a sandbox is opened with. */
export interface Opening {
  readonly provider: SandboxProvider;
  readonly spec: SandboxSpec;
  readonly wrap: (command: readonly string[]) => readonly string[];
  /** After the sandbox is closed. */
  readonly close: () => Promise<void>;
}

interface OpeningOptions {
  readonly run: PlannedRun;
  readonly folder: string;
  readonly plan: GroupPlan;
  readonly agent: Agent;
  /** An empty folder of the host that lives as long as the attempt. */
  readonly scratch: string;
  readonly gpus: readonly string[];
  readonly journal: Journal<RunEvent>;
}

/**
 * Gathers everything that a run's sandbox shows: public data, instructions, the validation endpoint, the agent's own files,
 * and the environment of the agents' contract. The private data is not mentioned.
 */
export async function openingFor(options: OpeningOptions): Promise<Opening> {
  const { run, folder, plan, agent, scratch, gpus, journal } = options;
  const { competitionId } = run;
  const publicData = join(competitionFolder(plan.dataDirectory, competitionId, plan.edition).prepared, "public");
  const needs = await agent.needs({ competitionId, publicData, scratch });
  const provider = sandboxFor(plan.sandbox, needs, { retain: plan.retain });
  const isolated = provider.name !== "local";
  const { network } = plan.sandbox;
  const hostConfig = { ...plan.sandbox.hostConfig, ...needs.hostConfig };
  const setting = { sandbox: provider.name, network, hostConfig };
  const started = performance.now();
  const validation = await startValidation({
    competitionId,
    edition: plan.edition,
    samplePath: publicSample({ id: competitionId, facts: loadFacts(competitionId) }, publicData),
    listen: sharesHostNetwork(setting),
    scratch,
    onCall: (call) => {
      journal.append({ type: "validation", elapsedMs: Math.round(performance.now() - started), ...call });
    },
  });
  const access = validationAccess(validation, setting);
  const told = await writeInstructions(options, provider.name);
  const workspace = join(folder, runFiles.workspace);
  const limitSeconds = plan.limits.wallClockMs / 1000;
  const { gpus: _, ...limits } = plan.limits;
  return {
    provider,
    wrap: (command) => access.wrap(told.wrap(command)),
    close: () => validation.close(),
    spec: {
      name: `${plan.name}/${run.id}`,
      publicData,
      workspace,
      readOnly: { ...told.readOnly, ...access.readOnly, ...needs.readOnly },
      network,
      limits,
      ...(gpus.length > 0 ? { gpus } : {}),
      environment: {
        COMPETITION_ID: competitionId,
        SEED: String(run.seed),
        TIME_LIMIT_SECONDS: String(limitSeconds),
        DEADLINE: new Date(Date.now() + plan.limits.wallClockMs).toISOString(),
        WARNING_FILE: `${isolated ? "/home/logs" : join(workspace, "logs")}/${warningFile}`,
        INSTRUCTIONS_FILE: told.file,
        ...plan.sandbox.environment,
        ...access.environment,
        ...needs.environment,
      },
    },
  };
}

interface Instructions {
  readonly readOnly: Readonly<Record<string, string>>;
  /** Where the plain ones are, seen from inside. */
  readonly file: string;
  readonly wrap: (command: readonly string[]) => readonly string[];
}

/**
 * Puts the instructions where upstream's agents look for them, `/home/instructions.txt`. In a container they are copied there:
 * some agents add to them, which a mounted file would not allow.
 */
async function writeInstructions(options: OpeningOptions, sandbox: string): Promise<Instructions> {
  const { scratch, plan, run } = options;
  const names = { "instructions.txt": false, "instructions_obfuscated.txt": true };
  const folder = join(scratch, "instructions");
  await mkdir(folder);
  for (const [name, obfuscated] of Object.entries(names)) {
    const text = instructions({
      competitionId: run.competitionId,
      timeLimitSeconds: plan.limits.wallClockMs / 1000,
      network: plan.sandbox.network,
      validate: true,
      obfuscated,
      ...(sandbox === "local" ? { paths: localPaths(options) } : {}),
    });
    await writeFile(join(folder, name), text);
  }
  const same = (command: readonly string[]): readonly string[] => command;
  if (sandbox === "local") return { readOnly: {}, file: join(folder, "instructions.txt"), wrap: same };
  if (sandbox !== "docker") {
    const readOnly = Object.fromEntries(Object.keys(names).map((name) => [`/home/${name}`, join(folder, name)]));
    return { readOnly, file: "/home/instructions.txt", wrap: same };
  }
  const mounted = "/opt/mlebench/instructions";
  const copy = `cp ${mounted}/* /home/ 2>/dev/null; exec "$@"`;
  return {
    readOnly: { [mounted]: folder },
    file: `${mounted}/instructions.txt`,
    wrap: (command) => ["/bin/sh", "-c", copy, "sh", ...command],
  };
}

function localPaths({ folder, plan, run }: OpeningOptions) {
  const inside = (name: string): string => join(folder, runFiles.workspace, name);
  const data = join(competitionFolder(plan.dataDirectory, run.competitionId, plan.edition).prepared, "public");
  return { data, submission: inside("submission"), code: inside("code"), logs: inside("logs") };
}

/** The image of `mlebench image build`. */
export const defaultImage = "mlebench-env";

/** The kind of sandbox that a plan and an agent ask for. */
export function sandboxFor(
  choice: SandboxChoice,
  needs: AgentNeeds = {},
  options: { readonly retain?: boolean } = {},
): SandboxProvider {
  if (choice.name !== "docker") {
    if (needs.image === undefined) return sandboxNamed(choice.name);
    throw new UsageError(`The agent needs the image ${needs.image}: run it with --sandbox docker.`);
  }
  const hostConfig = { ...choice.hostConfig, ...needs.hostConfig };
  return sandboxNamed("docker", {
    image: needs.image ?? choice.image ?? defaultImage,
    ...(choice.socket === undefined ? {} : { socket: choice.socket }),
    ...(choice.shmMb === undefined ? {} : { shmMb: choice.shmMb }),
    ...(Object.keys(hostConfig).length === 0 ? {} : { hostConfig }),
    ...options,
  });
}
