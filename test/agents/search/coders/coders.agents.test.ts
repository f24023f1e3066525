import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { AgentEvent } from "../../../../src/contracts/agent.ts";
import { readJournal } from "../../../../src/lib/journal/read-journal.ts";
import type { CallRecord } from "../../../../src/models/ledger/call-record.ts";
import { replyChooser } from "../../../../src/models/scripted/choose-reply.ts";
import { parseScript } from "../../../../src/models/scripted/read-script.ts";
import { type ScriptedServer, startScriptedServer } from "../../../../src/models/scripted/scripted-server.ts";
import { environmentFor } from "../../../models/proxy/with-proxy.ts";
import { plant, type RunFolder, runGround, theGroup, until } from "../../../support/run-agents.ts";
import { runCli } from "../../../support/run-cli.ts";
import { agentsDirectory, canTest } from "../../coding/installed-for-tests.ts";

const ground = await runGround(plant);

const agents = [
  { agent: "claude-code", model: "anthropic/claude-sonnet-4-5" },
  { agent: "codex", model: "openai/gpt-5-mini" },
  { agent: "gemini-cli", model: "google/gemini-2.5-flash" },
];
const runnable = new Map<string, boolean>();
for (const { agent } of agents) runnable.set(agent, await canTest(agent));

const program =
  'import { copyFileSync } from "node:fs"; const { DATA_DIR, OUTPUT_DIR } = process.env; ' +
  'copyFileSync(DATA_DIR + "/sample_submission.csv", OUTPUT_DIR + "/final_submission.csv");';

/** Writes a program, in two steps. What is asked without tools, such as a title, gets a text. */
const scriptOf = (second: Record<string, unknown> = {}): string =>
  JSON.stringify({
    rules: [{ when: { tools: false }, text: "A title" }],
    turns: [
      { text: "I look first.", tools: [{ shell: "pwd; ls -a" }] },
      { tools: [{ shell: `printf '%s\\n' '${program}' >main.mjs` }], ...second },
      { text: "It copies the sample submission." },
    ],
  });

async function provider(script: string): Promise<ScriptedServer> {
  const choose = replyChooser(await parseScript(script, "the script"));
  return await startScriptedServer(({ request }) => (request === null ? { text: "" } : choose(request)));
}

const optionsOf = ({ agent, model }: (typeof agents)[number]): string[] => [
  ...["--agent", "search", "--model", model, "--time-limit", "200", "--network", "none"],
  ...["--set", `coder=${agent}`, "--set", "program=main.mjs", "--set", "steps=1", "--set", "knowledge=false"],
];
const environmentOf = ({ url }: ScriptedServer) => ({ ...environmentFor(url), MLEBENCH_AGENTS_DIR: agentsDirectory });
const eventsOf = ({ events }: RunFolder): AgentEvent[] =>
  events.flatMap((event) => (event.type === "agent" ? [event.event as AgentEvent] : []));

describe.each(agents)("$agent writes the programs of a search", (its) => {
  const works = test.skipIf(!runnable.get(its.agent));

  works("in the experiment's folder, through the proxy, to a graded submission", async () => {
    await using server = await provider(scriptOf());
    const { exitCode, stderr, group } = await ground.run(optionsOf(its), { environment: environmentOf(server) });
    expect(exitCode, stderr).toBe(0);
    const run = group.run();
    expect(run.end.end, run.output.slice(-2000)).toBe("finished");
    expect(run.events).toContainEqual(expect.objectContaining({ type: "graded", valid: true }));
    expect(eventsOf(run)).toContainEqual(
      expect.objectContaining({ type: "coded", summary: "It copies the sample submission.", failure: null }),
    );
    expect(run.output).toMatch(/I look first\.[\s\S]*> \w+\n[\s\S]*\/sessions\/experiment_1/);
    expect(readJournal<CallRecord>(run.place("calls.jsonl")).length).toBeGreaterThanOrEqual(3);
    const verified = await runCli(["verify", group.folder]);
    expect(verified.exitCode, verified.stdout + verified.stderr).toBe(0);
  });

  works("pays for no answer twice when the host was killed in the middle of its session", async () => {
    await using server = await provider(scriptOf({ delay: "5s" }));
    const runs = ground.fresh();
    const parameters = [...optionsOf(its), "--run-dir", runs];
    const environment = environmentOf(server);
    const running = ground.run(parameters, { environment });
    // The second answer is under way.
    const turns = (): number => server.calls.filter(({ request }) => (request?.tools ?? []).length > 0).length;
    await until("the second request", () => turns() === 2);
    process.kill(JSON.parse(readFileSync(join(theGroup(runs).folder, "host.lock"), "utf8")).pid, "SIGKILL");
    expect((await running).exitCode).toBe(1);
    const { exitCode, stderr, group } = await ground.run(parameters, { environment });
    expect(exitCode, stderr).toBe(0);
    const run = group.run();
    expect(run.end.end, run.output.slice(-2000)).toBe("finished");
    expect(eventsOf(run).filter(({ type }) => type === "experiment")).toHaveLength(1);
    expect(run.events).toContainEqual(expect.objectContaining({ type: "graded", valid: true }));
    // The first answer comes from the record; only what was under way is asked again.
    expect(turns()).toBe(4);
    const calls = readJournal<CallRecord>(run.place("calls.jsonl"));
    const repeated = calls.filter(({ repeats }) => repeats !== undefined);
    expect(repeated.length).toBeGreaterThanOrEqual(1);
    for (const { cost } of repeated) expect(cost).toBe(0);
    expect(new Set(calls.map(({ session }) => session))).toEqual(new Set(["experiment_1/v1"]));
    const { spent } = eventsOf(run).find(({ type }) => type === "coded") as { spent?: { calls: number; cost: number } };
    expect(spent?.calls).toBe(calls.length - repeated.length);
    expect(spent?.cost).toBeCloseTo(calls.reduce((sum, { cost }) => sum + (cost ?? 0), 0));
  });
});
