import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { getCompetition } from "../../src/competitions/get-competition.ts";
import type { Agent, AgentEnd, AgentEvent, AgentNeeds, AgentTask, FileCheck } from "../../src/contracts/agent.ts";
import type { Sandbox, SandboxSpec } from "../../src/contracts/sandbox.ts";
import type { SandboxProvider } from "../../src/contracts/sandbox-kind.ts";
import { sha256 } from "../../src/lib/hashing.ts";
import { prepareCompetition } from "../../src/runs/preparation/prepare-competition.ts";

/** A demo competition below a data folder. Returns its public data. */
export async function prepareDemo(id: string, dataDirectory: string): Promise<string> {
  await prepareCompetition(await getCompetition(id), { dataDirectory });
  return path.join(dataDirectory, id, "prepared", "public");
}

export interface Acted {
  readonly end: AgentEnd;
  readonly needs: AgentNeeds;
  /** What the agent printed. */
  readonly output: string;
  readonly submission: string | null;
  /** What it recorded. */
  readonly events: readonly AgentEvent[];
}

interface ActOptions {
  readonly competitionId: string;
  readonly publicData: string;
  readonly settings?: Partial<SandboxSpec>;
  /** What the harness mounts in addition. */
  readonly mounted?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** What the task has besides. */
  readonly task?: Partial<AgentTask>;
}

/** Stands in for the harness. */
export async function anythingIsValid(sandbox: Pick<Sandbox, "readFile">, file: string): Promise<FileCheck> {
  const content = await sandbox.readFile(file);
  if (content === null) return { valid: false, message: "There is no such file.", sha256: null };
  return { valid: true, message: "", sha256: sha256(content) };
}

/** Lets an agent act once, as a run does: in a sandbox that has what the agent needs. */
export async function actIn(provider: SandboxProvider, agent: Agent, options: ActOptions): Promise<Acted> {
  const { competitionId, publicData, settings = {}, mounted } = options;
  const root = mkdtempSync(path.join(tmpdir(), "agent-"));
  try {
    const scratch = path.join(root, "scratch");
    mkdirSync(scratch);
    const needs = await agent.needs({ competitionId, publicData, scratch });
    const chunks: Uint8Array[] = [];
    const events: AgentEvent[] = [];
    const limits = { wallClockMs: 600_000, ...settings.limits };
    await using sandbox = await provider.open({
      name: `test of ${agent.name}`,
      publicData,
      workspace: path.join(root, "workspace"),
      network: "none",
      ...settings,
      limits,
      readOnly: { ...mounted, ...needs.readOnly },
      environment: { COMPETITION_ID: competitionId, SEED: "1", ...settings.environment, ...needs.environment },
    });
    const end = await agent.act({
      competitionId,
      seed: 1,
      sandbox,
      publicData,
      signal: options.signal ?? new AbortController().signal,
      graceMs: 500,
      limits,
      onOutput: (chunk) => chunks.push(chunk),
      record: (event) => events.push(event),
      check: (file) => anythingIsValid(sandbox, file),
      rehearsals: [],
      ...options.task,
    });
    const submission = await sandbox.readFile(`${sandbox.paths.submission}/submission.csv`);
    return {
      end,
      needs,
      output: Buffer.concat(chunks).toString(),
      events,
      submission: submission === null ? null : Buffer.from(submission).toString(),
    };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
