import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { everyQuestion, questionsScript } from "../agents/search/questions-script.ts";
import { groupMeans } from "../agents/search/scripted-search.ts";
import { plant, runGround } from "../support/run-agents.ts";
import { runCli } from "../support/run-cli.ts";
import { answeredCalls, eventsOf } from "../support/search-runs.ts";

const ground = await runGround(plant);
/** What a provider answers that is down: so often that a call gives up. */
const down = { error: { status: 500, message: "The provider is down.", retryAfter: "1ms" } };
const set = Object.entries(everyQuestion).flatMap(([name, value]) => ["--set", `${name}=${value}`]);
const searchWith = (script: string, ...more: string[]): string[] => [
  ...["--agent", "search", "--model", `scripted/${script}`, "--time-limit", "600", ...set, ...more],
];

describe.concurrent("a search whose provider fails for good goes on with the same command, without paying again,", () => {
  test.for([
    ["when cards are chosen", { system: "reference cards" }],
    ["in a policy's question", { system: "You lead the search", last: 'experiment_1[\\s\\S]*"select"' }],
    ["while a program is written", { any: "means by species", system: "experienced" }],
    ["in a repair", { last: "it does not work yet" }],
    ["in a review", { system: "You review the output", last: "species and window" }],
  ] as const)("%s", async ([, when]) => {
    const script = join(ground.fresh(), "script.yaml");
    const content = JSON.parse(questionsScript());
    writeFileSync(script, JSON.stringify({ ...content, rules: [{ when, ...down }, ...content.rules] }));
    const parameters = [...searchWith(script, "--retries", "1"), "--run-dir", ground.fresh()];
    const failed = await ground.run(parameters);
    const run = failed.group.run();
    expect(run.end).toMatchObject({ end: "infrastructure-error", reason: expect.stringContaining("is down") });
    expect(failed.exitCode).not.toBe(0);
    expect((await runCli(["verify", failed.group.folder])).exitCode).toBe(0);
    const before = eventsOf(run, "asked").map(({ key }) => key);

    writeFileSync(script, questionsScript());
    const { exitCode, stderr } = await ground.run(parameters);
    expect(exitCode, stderr).toBe(0);
    expect(run.end.end).toBe("finished");
    const asked = eventsOf(run, "asked").map(({ key }) => key);
    expect(asked.slice(0, before.length)).toEqual(before);
    expect(asked.at(-1)).toBe("report");
    expect(new Set(asked).size).toBe(asked.length);
    expect(answeredCalls(run).map(({ number }) => number)).toEqual(eventsOf(run, "asked").map(({ call }) => call));
    expect(run.place("attempts")).not.toSatisfy(existsSync);
    expect(run.events).toContainEqual(expect.objectContaining({ type: "graded", valid: true }));
    const verified = await runCli(["verify", failed.group.folder]);
    expect(verified.exitCode, verified.stdout).toBe(0);
  });
});

test("a conversation with tools goes on at the turn that its provider did not answer", async () => {
  const script = join(ground.fresh(), "script.yaml");
  const command = 'echo once >> "$LOGS_DIR/commands"; cat "$LOGS_DIR/commands"';
  const last = {
    tools: [{ write_file: { path: "main.mjs", content: groupMeans(["species"]) } }, { done: { summary: "Ok." } }],
  };
  const writeScript = (second: unknown): void =>
    writeFileSync(script, JSON.stringify({ turns: [{ tools: [{ bash: { command } }] }, second] }));
  writeScript(down);
  const settings = ["policy=sequence", "sequence=draft", "coder=react", "program=main.mjs", "knowledge=false"];
  const parameters = [
    ...["--agent", "search", "--model", `scripted/${script}`, "--time-limit", "600", "--retries", "0"],
    ...[...settings.flatMap((each) => ["--set", each]), "--run-dir", ground.fresh()],
  ];
  const { group } = await ground.run(parameters);
  const run = group.run();
  expect(run.end.end).toBe("infrastructure-error");
  writeScript(last);
  const { exitCode, stderr } = await ground.run(parameters);
  expect(exitCode, stderr).toBe(0);
  expect(run.end.end).toBe("finished");
  expect(run.read("logs", "commands")).toBe("once\n");
  expect(eventsOf(run, "asked").map(({ key }) => key)).toEqual(["experiment_1/v1/turn-1", "experiment_1/v1/turn-2"]);
  expect(answeredCalls(run)).toHaveLength(2);
});
