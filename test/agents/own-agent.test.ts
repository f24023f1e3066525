import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Agent, AgentEnd, AgentTask } from "../../src/contracts/agent.ts";
import type * as library from "../../src/runs.ts";
import { groupFolder } from "../support/run-agents.ts";
import { runCli } from "../support/run-cli.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { prepareDemo } from "./act-in.ts";

/** `mlebench/runs` as a program loads it. */
const runs = (await import(new URL("../../dist/runs.js", import.meta.url).href)) as typeof library;

const place = temporaryDirectory();
const competitionId = "demo-plant-flowering";
beforeAll(async () => {
  await prepareDemo(competitionId, place("data"));
});

const done: AgentEnd = { exitCode: 0, timedOut: false, cancelled: false, exceeded: null };
const step = z.strictObject({ type: z.literal("step"), number: z.number().int(), text: z.string() });

/** An agent of this program: no process in the sandbox, only files. */
function ownAgent(name: string, act: Agent["act"], more: Partial<Agent> = {}): Agent {
  return { name, needs: async () => ({}), act, ...more };
}

async function submitSample({ publicData, sandbox }: AgentTask): Promise<AgentEnd> {
  const sample = readFileSync(join(publicData, "sample_submission.csv"));
  await sandbox.writeFile(`${sandbox.paths.submission}/submission.csv`, sample);
  return done;
}

let groups = 0;
async function execute(agent: Agent, options: { seconds?: number; settings?: Record<string, unknown> } = {}) {
  groups += 1;
  const directory = place(`runs-${groups}`);
  const request: library.GroupRequest = {
    edition: "v1",
    agent: runs.chooseAgent(agent, { settings: options.settings ?? {} }),
    competitions: [competitionId],
    seeds: [0],
    limits: { wallClockMs: 1000 * (options.seconds ?? 60) },
    sandbox: { name: "local", network: "none" },
    dataDirectory: place("data"),
    retain: false,
  };
  const { folder, plan } = await runs.planGroup(directory, request, { fresh: false });
  const never = new AbortController().signal;
  await runs.hostGroup(folder, { jobs: 1, retries: 0 }, never, agent);
  return { directory, folder, plan, request, run: groupFolder(folder).run() };
}

describe("an agent object of the calling program", () => {
  test("is run, sealed, graded and verified, and the record says what it was", async () => {
    let given: AgentTask | undefined;
    const agent = ownAgent("mine", async (task) => {
      given = task;
      task.onOutput(Buffer.from("working\n"));
      return submitSample(task);
    });
    const { directory, folder, run } = await execute(agent, { settings: { version: 3 } });
    expect(given).toMatchObject({ competitionId, seed: 0, limits: { wallClockMs: 60_000 } });
    expect(given!.model).toBeUndefined();
    expect(run.end).toMatchObject({ end: "finished" });
    expect(JSON.parse(run.read("grade.json")).report).toMatchObject({ score: 0.5, valid_submission: true });
    const choice = { name: "in-process", label: "mine", settings: { version: 3 } };
    expect(JSON.parse(run.read("run.json"))).toMatchObject({ format: 2, agent: choice });
    expect(JSON.parse(readFileSync(join(folder, "group.json"), "utf8"))).toMatchObject({ format: 2, agent: choice });
    expect(runs.summarizeGroup(runs.readGroup(folder))).toMatchObject({ agent: "mine", runs: 1, settled: 1 });
    expect((await runs.verifyGroup(folder)).problems).toEqual([]);
    const { stdout } = await runCli(["runs", "show", folder, "--run-dir", directory]);
    expect(stdout).toContain("mine: in-process version=3");
  });

  test("continues its own group, and no other program or agent can", async () => {
    const agent = ownAgent("mine", submitSample);
    const { directory, folder, request } = await execute(agent);
    const again = await runs.planGroup(directory, request, { fresh: false });
    expect(again).toMatchObject({ folder, continued: true, unfinished: 0 });
    const settings = { jobs: 1, retries: 0 };
    const never = new AbortController().signal;
    await expect(runs.hostGroup(folder, settings, never)).rejects.toThrow(
      "The agent `mine` was an object of the program that planned this group",
    );
    await expect(runs.startHost(folder, settings)).rejects.toThrow("only a program that passes it to `hostGroup`");
    const other = ownAgent("other", submitSample);
    await expect(runs.hostGroup(folder, settings, never, other)).rejects.toThrow("`mine`, but `other` was passed");
    const builtIn = runs.chooseAgent("dummy");
    await expect(runs.agentFor(builtIn, agent)).rejects.toThrow("names the built-in agent `dummy`");
  });

  test("whose time is up sees its signal aborted, and what it submitted counts", async () => {
    const { run } = await execute(
      ownAgent("slow", async (task) => {
        await submitSample(task);
        await sleep(60_000, undefined, { signal: task.signal }).catch(() => undefined);
        return { ...done, exitCode: null, cancelled: true };
      }),
      { seconds: 1 },
    );
    expect(run.end).toMatchObject({ end: "limit" });
    expect(JSON.parse(run.read("grade.json")).report.score).toBe(0.5);
  });

  test("that ignores its signal is left behind: its record is closed and what it submitted counts", async () => {
    const late: unknown[] = [];
    const agent = ownAgent(
      "stubborn",
      async (task) => {
        await submitSample(task);
        while (late.length === 0) {
          await sleep(50);
          if (!existsSync(join(task.sandbox.paths.submission, ".."))) late.push("gone");
        }
        try {
          task.record({ type: "step", number: 1, text: "late" });
        } catch (error) {
          late.push((error as Error).message);
        }
        return done;
      },
      { events: step },
    );
    const { run, folder } = await execute(agent, { seconds: 1 });
    expect(run.end).toMatchObject({ end: "limit" });
    expect(JSON.parse(run.read("grade.json")).report.score).toBe(0.5);
    while (late.length < 2) await sleep(20);
    expect(late[1]).toBe("The run of stubborn is over: nothing is recorded.");
    expect((await runs.verifyGroup(folder)).problems).toEqual([]);
  });
});

describe("an agent's own events", () => {
  test("are part of the run's journal, chained and verified, without the agent's secrets", async () => {
    process.env.OWN_AGENT_KEY = "sk-1234567890";
    const agent = ownAgent(
      "recorder",
      async (task) => {
        task.record({ type: "step", number: 1, text: "the key is sk-1234567890" });
        await submitSample(task);
        task.record({ type: "step", number: 2, text: "submitted" });
        return done;
      },
      { events: step, secrets: ["OWN_AGENT_KEY"] },
    );
    const { run, folder, directory } = await execute(agent);
    delete process.env.OWN_AGENT_KEY;
    const events = run.events.filter((event) => event.type === "agent");
    expect(events.map(({ event }) => event)).toEqual([
      { type: "step", number: 1, text: "the key is ***" },
      { type: "step", number: 2, text: "submitted" },
    ]);
    expect(events[0]!.elapsedMs).toBeGreaterThanOrEqual(0);
    expect((await runs.verifyGroup(folder)).problems).toEqual([]);
    expect(runs.readGroup(folder).runs[0]).toMatchObject({ state: "ended", end: "finished", score: 0.5 });
    const logs = await runCli(["logs", run.folder, "--run-dir", directory]);
    expect(logs.stdout).not.toContain("submitted");
    const changed = run.read("events.jsonl").replace('"number":2', '"number":3');
    writeFileSync(run.place("events.jsonl"), changed);
    expect((await runs.verifyGroup(folder)).problems).not.toEqual([]);
  });

  test.each<[string, Partial<Agent>, RegExp]>([
    [
      "does not match their schema",
      { events: step },
      /An event `step` of the agent `buggy` does not match its schema at `number`/,
    ],
    ["was never declared", {}, /The agent `buggy` recorded `step`, but declares no events/],
  ])("one that %s is a failure of the harness, even if the agent's code goes on", async (_, more, reason) => {
    const agent = ownAgent(
      "buggy",
      async (task) => {
        await submitSample(task);
        try {
          task.record({ type: "step", number: "one", text: "" });
        } catch {
          // The run has failed all the same.
        }
        return done;
      },
      more,
    );
    const { run, folder } = await execute(agent);
    expect(run.end).toMatchObject({ end: "infrastructure-error", reason: expect.stringMatching(reason) });
    expect(run.end.reason).toContain("not in the agent's work");
    expect(run.events.filter(({ type }) => type === "agent")).toEqual([]);
    expect((await runs.verifyGroup(folder)).problems).toEqual([]);
  });
});
