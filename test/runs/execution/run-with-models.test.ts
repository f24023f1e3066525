import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import type { Agent, AgentEnd, AgentTask } from "../../../src/contracts/agent.ts";
import { readJournal } from "../../../src/lib/journal/read-journal.ts";
import type { CallRecord } from "../../../src/models/ledger/call-record.ts";
import type * as library from "../../../src/runs.ts";
import { prepareDemo } from "../../agents/act-in.ts";
import { groupFolder } from "../../support/run-agents.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const runs = (await import(new URL("../../../dist/runs.js", import.meta.url).href)) as typeof library;
const place = temporaryDirectory();
const competitionId = "demo-plant-flowering";
const script = place("script.yaml");
beforeAll(async () => {
  await prepareDemo(competitionId, place("data"));
  writeFileSync(script, "otherwise:\n  text: Hello\n  usage: { input: 100, output: 10 }\n");
});

const done: AgentEnd = { exitCode: 0, timedOut: false, cancelled: false, exceeded: null };

async function submitSample({ publicData, sandbox }: AgentTask): Promise<void> {
  const sample = readFileSync(join(publicData, "sample_submission.csv"));
  await sandbox.writeFile(`${sandbox.paths.submission}/submission.csv`, sample);
}

const ask = (task: AgentTask, text = "Hi") =>
  task.model!.call({ messages: [{ role: "user", text }], signal: task.signal });

interface Options {
  /** Default: answers at once. */
  readonly script?: string;
  readonly limits?: Partial<library.RunLimits>;
  readonly settings?: Partial<library.HostSettings>;
  readonly seeds?: number;
  readonly directory?: string;
}

let groups = 0;
async function execute(act: Agent["act"], options: Options = {}) {
  groups += 1;
  const agent: Agent = { name: "mine", needs: async () => ({}), act };
  const request: library.GroupRequest = {
    edition: "v1",
    agent: runs.chooseAgent(agent, { settings: {} }),
    competitions: [competitionId],
    seeds: Array.from({ length: options.seeds ?? 1 }, (_, seed) => seed),
    limits: { wallClockMs: 60_000, ...options.limits },
    sandbox: { name: "local", network: "none" },
    // A dollar per input token, so that a call costs 100.
    models: {
      main: `scripted/${options.script ?? script}`,
      roles: {},
      settings: {},
      allow: [],
      aliases: {},
      prices: { "scripted/*": { input: 1e6, output: 0 } },
    },
    dataDirectory: place("data"),
    retain: false,
  };
  const { folder } = await runs.planGroup(options.directory ?? place(`runs-${groups}`), request, { fresh: false });
  const settings = { jobs: 1, retries: 0, ...options.settings };
  const why = await runs.hostGroup(folder, settings, new AbortController().signal, agent);
  const group = groupFolder(folder);
  const callsOf = (seed = 0) => readJournal<CallRecord>(join(folder, `${competitionId}_seed-${seed}`, "calls.jsonl"));
  return { folder, why, group, run: group.run(), callsOf };
}

test("an agent gets its model, its calls are recorded, sealed and verified, and one changed byte shows", async () => {
  const { folder, run, callsOf } = await execute(
    async (task) => {
      await submitSample(task);
      expect(task.limits.maxCalls).toBe(5);
      expect(await ask(task)).toMatchObject({ text: "Hello", call: 1 });
      await ask(task, "Once more");
      return done;
    },
    { limits: { maxCalls: 5 } },
  );
  expect(run.end).toMatchObject({ end: "finished" });
  expect(callsOf().map(({ number, cost, usage }) => [number, cost, usage.inputTokens])).toEqual([
    [1, 100, 100],
    [2, 100, 100],
  ]);
  for (const name of ["calls.jsonl", "bodies.jsonl"]) expect(run.read("files.sha256")).toContain(`  ${name}\n`);
  expect(JSON.parse(run.read("run.json")).models.main).toBe(`scripted/${script}`);
  expect(await runs.verifyGroup(folder)).toMatchObject({ problems: [] });
  for (const name of ["calls.jsonl", "bodies.jsonl"]) {
    const before = readFileSync(run.place(name));
    const changed = Buffer.from(before);
    changed[before.indexOf("Hello") >= 0 ? before.indexOf("Hello") : 200]! ^= 1;
    writeFileSync(run.place(name), changed);
    const { problems } = await runs.verifyGroup(folder);
    expect(problems.map(({ file }) => file)).toContain(`${competitionId}_seed-0/${name}`);
    writeFileSync(run.place(name), before);
  }
});

test.each<[string, Partial<library.RunLimits>, string]>([
  ["cost", { maxCost: 150 }, "The run has used up its cost limit of $150.00 ($200.00 spent)."],
  ["tokens", { maxTokens: 200 }, "The run has used up its limit of 200 tokens (220 used)."],
  ["calls", { maxCalls: 2 }, "The run has reached its limit of 2 model calls."],
])("a run that reaches its limit on %s ends as such, and what it submitted is graded", async (_, limits, reason) => {
  const { run, callsOf } = await execute(
    async (task) => {
      await submitSample(task);
      for (;;) await ask(task);
    },
    { limits },
  );
  expect(run.end).toEqual(expect.objectContaining({ end: "limit", reason }));
  expect(callsOf()).toHaveLength(2);
  expect(run.events.find(({ type }) => type === "graded")).toMatchObject({ valid: true });
});

test("an agent that goes on without its model is ended after a grace", async () => {
  const { run } = await execute(
    async (task) => {
      await submitSample(task);
      for (;;) {
        await ask(task).catch(() => sleep(10));
        if (task.signal.aborted) return { ...done, cancelled: true };
      }
    },
    { limits: { maxCalls: 1, wallClockMs: 15_000 } },
  );
  expect(run.end).toMatchObject({ end: "limit", reason: expect.stringContaining("1 model call") });
});

test("twenty runs at once share a budget, exceeded by no more than the calls under way", async () => {
  const seeds = 20;
  let started = 0;
  const act = async (task: AgentTask): Promise<AgentEnd> => {
    await submitSample(task);
    started += 1;
    while (started < seeds) await sleep(10);
    for (;;) await ask(task);
  };
  const { group, callsOf } = await execute(act, { seeds, settings: { jobs: seeds, budgetCost: 5000 } });
  const spent = Array.from({ length: seeds }, (_, seed) => callsOf(seed))
    .flat()
    .reduce((sum, { cost }) => sum + cost!, 0);
  expect(spent).toBeGreaterThanOrEqual(5000);
  expect(spent).toBeLessThanOrEqual(5000 + seeds * 100);
  for (let seed = 0; seed < seeds; seed += 1) {
    const { end, events } = group.run(`${competitionId}_seed-${seed}`);
    expect(end).toMatchObject({ end: "limit", reason: expect.stringContaining("budget of $5000") });
    expect(events).toContainEqual(expect.objectContaining({ type: "graded", valid: true }));
  }
});

test("a group's budget stops further calls and runs, and survives a restarted host", async () => {
  const directory = place("budget");
  const act = async (task: AgentTask): Promise<AgentEnd> => {
    await submitSample(task);
    for (let calls = 0; calls < 2; calls += 1) await ask(task);
    return done;
  };
  const first = await execute(act, { seeds: 3, directory, settings: { budgetCost: 300 } });
  expect(first.why).toBe("budget");
  const ends = first.group.events.flatMap((event) => (event.type === "run-ended" ? [event.end] : []));
  expect(ends).toEqual(["finished", "limit"]);
  const again = await execute(act, { seeds: 3, directory, settings: { budgetCost: 300 } });
  expect(again.folder).toBe(first.folder);
  expect(again.why).toBe("budget");
  expect(existsSync(join(first.folder, `${competitionId}_seed-2`))).toBe(false);
  const more = await execute(act, { seeds: 3, directory, settings: { budgetCost: 500 } });
  expect(more.why).toBe("complete");
  expect(more.callsOf(2)).toHaveLength(2);
});

test("time spent waiting for a provider is recorded, and --working-time leaves it out of the time limit", async () => {
  const slow = place("slow.yaml");
  writeFileSync(slow, "otherwise: { text: Hello, fail: [{ status: 429, retryAfter: 5 }] }\n");
  const act = async (task: AgentTask): Promise<AgentEnd> => {
    await submitSample(task);
    await ask(task).catch((error) => {
      if (!task.signal.aborted) throw error;
    });
    return { ...done, cancelled: task.signal.aborted };
  };
  const wallClockMs = 4000;
  const strict = await execute(act, { script: slow, limits: { wallClockMs } });
  expect(strict.run.end).toMatchObject({ end: "limit", reason: expect.stringContaining("time limit") });
  const working = await execute(act, { script: slow, limits: { wallClockMs, workingTime: true } });
  expect(working.run.end).toMatchObject({ end: "finished" });
  expect(working.callsOf()[0]).toMatchObject({ retries: [{ status: 429 }] });
  expect(working.callsOf()[0]!.waitingMs).toBeGreaterThanOrEqual(4900);
});
