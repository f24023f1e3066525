import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { AgentEvent } from "../../../src/contracts/agent.ts";
import { readJournal } from "../../../src/lib/journal/read-journal.ts";
import type { CallRecord } from "../../../src/models/ledger/call-record.ts";
import { replyChooser } from "../../../src/models/scripted/choose-reply.ts";
import { parseScript } from "../../../src/models/scripted/read-script.ts";
import { type ScriptedServer, startScriptedServer } from "../../../src/models/scripted/scripted-server.ts";
import { environmentFor, realKey } from "../../models/proxy/with-proxy.ts";
import { filesWith } from "../../support/files-with.ts";
import { plant, type RunFolder, runGround, submitSample, theGroup, until } from "../../support/run-agents.ts";
import { runCli } from "../../support/run-cli.ts";
import { agentsDirectory, canTest } from "./installed-for-tests.ts";

const ground = await runGround(plant);

/** Each agent with a model of a provider that it knows, and how it ends when a stream is cut: most ask again. */
const agents = [
  { agent: "claude-code", model: "anthropic/claude-sonnet-4-5", protocol: "anthropic-messages", afterCut: "finished" },
  { agent: "codex", model: "openai/gpt-5-mini", protocol: "openai-responses", afterCut: "finished" },
  { agent: "gemini-cli", model: "google/gemini-2.5-flash", protocol: "gemini", afterCut: "agent-error" },
  { agent: "opencode", model: "openai/gpt-5-mini", protocol: "openai-chat", afterCut: "finished" },
];
// One after the other: each download is large.
const runnable = new Map<string, boolean>();
for (const { agent } of agents) runnable.set(agent, await canTest(agent));

/** Looks at the data, submits, and ends. Titles and other small tasks come without tools. */
const scriptOf = ({ first = "", second = "", third = "" }): string => `
rules:
  - { when: { tools: false }, text: A title }
turns:
  - { text: I look around first., tools: [{ shell: 'ls "$DATA_DIR"' }], usage: { input: 1200, cacheRead: 200, output: 40 }, ${first} }
  - { tools: [{ shell: '${submitSample}' }], usage: { input: 1300, cacheRead: 1200, output: 30 }, ${second} }
  - { text: Done. It is submitted., usage: { input: 1400, cacheRead: 1300, output: 5 }, ${third} }
`;

async function provider(script: string): Promise<ScriptedServer> {
  const choose = replyChooser(await parseScript(script, "the script"));
  return await startScriptedServer(({ request }) => (request === null ? { text: "" } : choose(request)));
}

const optionsOf = ({ agent, model }: (typeof agents)[number]): string[] => [
  ...["--agent", agent, "--model", model, "--time-limit", "120", "--network", "none"],
];
const environmentOf = ({ url }: ScriptedServer) => ({
  ...environmentFor(url),
  MLEBENCH_AGENTS_DIR: agentsDirectory,
});
const callsOf = (run: RunFolder): CallRecord[] => readJournal<CallRecord>(run.place("calls.jsonl"));
const eventsOf = ({ events }: RunFolder): AgentEvent[] =>
  events.flatMap((event) => (event.type === "agent" ? [event.event as AgentEvent] : []));
const isGraded = (run: RunFolder): void =>
  expect(run.events).toContainEqual(expect.objectContaining({ type: "graded", valid: true }));

describe.each(agents)("$agent, unchanged and without network", (its) => {
  const works = test.skipIf(!runnable.get(its.agent));

  works("works on a competition through the proxy, to a graded submission", async () => {
    await using server = await provider(scriptOf({}));
    const { exitCode, stderr, group } = await ground.run(optionsOf(its), { environment: environmentOf(server) });
    expect(exitCode, stderr).toBe(0);
    const run = group.run();
    expect(run.end.end, run.output.slice(-2000)).toBe("finished");
    isGraded(run);
    const main = callsOf(run).filter(({ usage }) => usage.cacheReadTokens !== null && usage.cacheReadTokens > 0);
    expect(main.map(({ usage }) => usage.inputTokens)).toEqual([1200, 1300, 1400]);
    for (const { protocol, failure } of callsOf(run))
      expect({ protocol, failure }).toEqual({ protocol: its.protocol, failure: null });
    const events = eventsOf(run);
    const called = events.flatMap(({ toolCalls }) => (toolCalls ?? []) as { arguments: unknown }[]);
    expect(called.map((call) => JSON.stringify(call.arguments))).toEqual([
      expect.stringContaining("DATA_DIR"),
      expect.stringContaining("submission.csv"),
    ]);
    const results = events.filter(({ type }) => type === "result");
    expect(results[0]).toMatchObject({ text: expect.stringContaining("sample_submission.csv") });
    expect(events).toContainEqual(
      expect.objectContaining({ type: "answer", text: expect.stringContaining("look around first") }),
    );
    expect(events).toContainEqual(expect.objectContaining({ type: "totals", inputTokens: 3900, outputTokens: 75 }));
    // The provider has seen the key of the host, and nothing else has.
    expect(server.calls.every(({ headers }) => JSON.stringify(headers).includes(realKey))).toBe(true);
    expect(await filesWith(realKey, group.folder)).toEqual([]);
    const verified = await runCli(["verify", group.folder]);
    expect(verified.exitCode, verified.stdout + verified.stderr).toBe(0);
  });

  works("goes on after an overloaded provider and a limit of its rate; a cut stream is recorded", async () => {
    const first = "fail: [529, { status: 429, retryAfter: 1s }]";
    await using server = await provider(scriptOf({ first, third: "fail: [{ cut: 2 }]" }));
    const { exitCode, stderr, group } = await ground.run(optionsOf(its), { environment: environmentOf(server) });
    expect(exitCode, stderr).toBe(its.afterCut === "finished" ? 0 : 3);
    const run = group.run();
    expect(run.end.end, run.output.slice(-2000)).toBe(its.afterCut);
    isGraded(run);
    const calls = callsOf(run);
    expect(calls.flatMap(({ retries }) => retries.map(({ status }) => status))).toEqual(
      expect.arrayContaining([529, 429]),
    );
    // The stream was cut after its first words had passed, so only the agent could ask again.
    expect(calls.filter(({ failure }) => failure !== null)).toHaveLength(1);
    expect(calls.reduce((sum, { waitingMs }) => sum + waitingMs, 0)).toBeGreaterThan(1000);
  });

  works("is ended by a cost limit in the middle, and what it submitted is graded", async () => {
    await using server = await provider(scriptOf({}));
    const prices = join(ground.fresh(), "prices.yaml");
    writeFileSync(prices, `${its.model}: { input: 1000, output: 1000 }\n`);
    const limit = ["--max-cost", "2", "--prices", prices];
    const ran = await ground.run([...optionsOf(its), ...limit], { environment: environmentOf(server) });
    const run = ran.group.run();
    expect(run.end.end, run.output.slice(-2000)).toBe("limit");
    expect(run.end.reason).toContain("$2.00");
    isGraded(run);
  });

  works("starts over when its host was killed", async () => {
    await using server = await provider(scriptOf({ third: "delay: 5s" }));
    const runs = ground.fresh();
    const parameters = [...optionsOf(its), "--run-dir", runs];
    const environment = environmentOf(server);
    const running = ground.run(parameters, { environment });
    const submitted = (): boolean => existsSync(theGroup(runs).run().place("candidates"));
    await until("a submission", submitted);
    process.kill(JSON.parse(readFileSync(join(theGroup(runs).folder, "host.lock"), "utf8")).pid, "SIGKILL");
    expect((await running).exitCode).toBe(1);
    const { exitCode, stderr, group } = await ground.run(parameters, { environment });
    expect(exitCode, stderr).toBe(0);
    const run = group.run();
    expect(run.end.end, run.output.slice(-2000)).toBe("finished");
    isGraded(run);
    expect(existsSync(run.place("attempts"))).toBe(true);
  });
});
