import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readJournal } from "../../src/lib/journal/read-journal.ts";
import type { CallRecord } from "../../src/models/ledger/call-record.ts";
import { type RunFolder, repair, runGround, submitSample, theGroup, until } from "../support/run-agents.ts";
import { runCli } from "../support/run-cli.ts";

const ground = await runGround(repair);
const solve = "scripted/data/demo/solve-repair-minutes.yaml";
const seed = `${repair}_seed-0`;
const writeScript = (text: string): string => {
  const file = join(ground.fresh(), "script.yaml");
  writeFileSync(file, text);
  return `scripted/${file}`;
};
const react = (model: string, ...more: string[]): string[] => [
  ...["--agent", "react", "--model", model, "--time-limit", "300"],
  ...more,
];
const callsOf = (run: RunFolder): CallRecord[] => readJournal<CallRecord>(run.place("calls.jsonl"));
const agentEvents = ({ events }: RunFolder) => events.flatMap((event) => (event.type === "agent" ? [event.event] : []));

describe.concurrent("the agent react", () => {
  test("solves a demo competition: it writes a program, runs it, improves it, validates and submits", async () => {
    const { exitCode, stderr, stdout, group, runs } = await ground.run(react(solve));
    expect(exitCode, stderr).toBe(0);
    expect(stdout).toMatch(/demo-repair-minutes +4\.739 .*1 silver/);
    const run = group.run(seed);
    expect(run.end.end).toBe("finished");
    expect(run.events).toContainEqual(expect.objectContaining({ type: "graded", valid: true }));
    expect(run.read("code", "solve.mjs")).toContain("Math.log(minutes)");
    expect(run.output).toContain("error on rows set aside: 5.07");
    expect(callsOf(run)).toHaveLength(6);
    expect((await runCli(["verify", group.folder])).exitCode).toBe(0);
    expect((await runCli(["runs", "show", group.folder])).stdout).toMatch(/^models +scripted\/.*solve-repair-minutes/m);
    const calls = await runCli(["calls", seed, "--run-dir", runs]);
    expect(calls.stdout).toContain("I look at the data first.");
  });

  test("needs a model, and its settings are checked", async () => {
    const without = await ground.run(["--agent", "react"], { environment: { MLEBENCH_MODEL: "" } });
    expect(without).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("The agent `react` needs a model") });
    const wrong = await ground.run(react(solve, "--set", "nudges=-1"));
    expect(wrong).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("setting `nudges`") });
    const shown = await runCli(["agents", "show", "react"]);
    expect(shown.stdout).toContain("window_tokens  a whole number (at least 1000), default 128000");
  });

  test("a limit on messages ends it as such, and what it has submitted is graded", async () => {
    const model = writeScript(
      `otherwise: { text: More., tools: [{ bash: { command: '${submitSample}' } }], usage: { input: 10, output: 5 } }\n`,
    );
    const { group, exitCode } = await ground.run(react(model, "--max-messages", "8", "--max-tokens", "1000"));
    const run = group.run(seed);
    expect(exitCode).toBe(0);
    expect(run.end.end).toBe("limit");
    expect(run.events).toContainEqual(expect.objectContaining({ type: "graded", valid: true }));
    expect(run.end.reason).toBe("The conversation has reached its limit of 8 messages.");
    expect(callsOf(run)).toHaveLength(3);
    const results = agentEvents(run).filter(({ type }) => type === "result");
    expect(results[1]!.text).toMatch(/; 970 tokens left; 2 messages left\]$/);
  });

  test("goes on after its host was killed in the middle, without asking again what was answered", async () => {
    const runs = ground.fresh();
    const model = writeScript(`
turns:
  - { text: First., tools: [{ bash: { command: 'echo kept > note.txt; ${submitSample}' } }] }
  - { text: Second., tools: [{ bash: { command: 'if [ -e again ]; then echo twice; else touch again; cat note.txt; sleep 600; fi' } }] }
  - { text: Third., tools: [{ bash: { command: cat note.txt again } }] }
  - { tools: [{ submit: {} }] }
`);
    const parameters = [...react(model), "--run-dir", runs];
    const running = ground.run(parameters);
    await until("the second command", () => theGroup(runs).run(seed).output.includes("kept\n"));
    const before = agentEvents(theGroup(runs).run(seed)).length;
    process.kill(JSON.parse(readFileSync(join(theGroup(runs).folder, "host.lock"), "utf8")).pid, "SIGKILL");
    expect((await running).exitCode).toBe(1);

    const { exitCode, stderr, group } = await ground.run(parameters);
    expect(exitCode, stderr).toBe(0);
    const run = group.run(seed);
    expect(run.end.end).toBe("finished");
    expect(run.events).toContainEqual(expect.objectContaining({ type: "graded", valid: true }));
    expect(callsOf(run).map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    const after = agentEvents(run).slice(before);
    expect(after[0]).toEqual({ type: "continued" });
    expect(after[1]).toMatchObject({ type: "result", text: expect.stringContaining("its result is lost") });
    expect(after[1]!.text).toContain("background jobs have ended");
    expect(after[3]!.text).toMatch(/^kept\n\[exit code 0/);
    expect(run.output).not.toContain("twice\n");
    expect((await runCli(["verify", group.folder])).exitCode).toBe(0);
  });
});
