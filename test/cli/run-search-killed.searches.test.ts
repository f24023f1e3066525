import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { everyQuestion, questionsScript } from "../agents/search/questions-script.ts";
import { searchScript } from "../agents/search/scripted-search.ts";
import { killHost } from "../support/kill-host.ts";
import { plant, type RunFolder, runGround, theGroup, until } from "../support/run-agents.ts";
import { runCli } from "../support/run-cli.ts";
import { answeredCalls, doneOnce, eventsOf, searchEventsIn } from "../support/search-runs.ts";

const ground = await runGround(plant);

/** Kills the host of a search when something holds of its run, lets the same command go on, and returns the run. */
async function killWhen(parameters: readonly string[], holds: (run: RunFolder) => boolean): Promise<RunFolder> {
  const runs = ground.fresh();
  const all = [...parameters, "--run-dir", runs];
  const running = ground.run(all);
  await until("the moment to kill the host", () => holds(theGroup(runs).run()) && killHost(runs));
  expect((await running).exitCode).toBe(1);
  const { exitCode, stderr, group } = await ground.run(all);
  expect(exitCode, stderr).toBe(0);
  const verified = await runCli(["verify", group.folder]);
  expect(verified.exitCode, verified.stdout).toBe(0);
  return group.run();
}

const settings = Object.entries(everyQuestion).flatMap(([name, value]) => ["--set", `${name}=${value}`]);
const search = (script: string): string[] => {
  const file = join(ground.fresh(), "script.yaml");
  writeFileSync(file, script);
  return ["--agent", "search", "--model", `scripted/${file}`, "--time-limit", "600"];
};

describe.concurrent("a host that is killed while its model is asked", () => {
  const moments = [
    ["which cards to use", "reference cards", (run: RunFolder) => eventsOf(run, "started").length === 1],
    ["for a review", "You review the output", (run: RunFolder) => eventsOf(run, "checked").length === 2],
    ["for a summary", "You report on experiments", (run: RunFolder) => eventsOf(run, "finished").length === 1],
  ] as const;

  test.for(moments)("%s: the search goes on, and pays for every answer once", async ([, system, holds]) => {
    const script = JSON.parse(questionsScript());
    const rules = script.rules.map((rule: { when: { system?: string } }) =>
      rule.when.system === system ? { ...rule, delay: "3s" } : rule,
    );
    const run = await killWhen([...search(JSON.stringify({ ...script, rules })), ...settings], holds);
    expect(run.end.end).toBe("finished");
    const done = doneOnce(searchEventsIn(run));
    expect(new Set(done).size).toBe(done.length);
    expect(eventsOf(run, "ended").map(({ state }) => state)).toEqual(["good", "good"]);
    expect(eventsOf(run, "asked").at(-1)!.key).toBe("report");
    const calls = eventsOf(run, "asked").map(({ call }) => call);
    expect(answeredCalls(run).map(({ number }) => number)).toEqual(calls);
  });
});

test("a search that was stopped on request goes on, and pays for every answer once", async () => {
  const runs = ground.fresh();
  const script = JSON.parse(questionsScript());
  const rules = script.rules.map((rule: object) => ({ ...rule, delay: "1s" }));
  const all = [...search(JSON.stringify({ ...script, rules })), ...settings, "--run-dir", runs];
  const running = ground.run(all);
  await until("an experiment", () => eventsOf(theGroup(runs).run(), "ended").length === 1);
  const stopped = await runCli(["stop", "--run-dir", runs, "latest", "--wait"]);
  expect(stopped.exitCode, stopped.stderr).toBe(0);
  const first = (await running).group.run();
  expect(first.end.end).toBe("cancelled");
  expect((await runCli(["verify", theGroup(runs).folder])).exitCode).toBe(0);

  const { exitCode, stderr, group } = await ground.run(all);
  expect(exitCode, stderr).toBe(0);
  const run = group.run();
  expect(run.end.end).toBe("finished");
  const done = doneOnce(searchEventsIn(run));
  expect(new Set(done).size).toBe(done.length);
  expect(eventsOf(run, "started")).toHaveLength(1);
  const calls = eventsOf(run, "asked").map(({ call }) => call);
  expect(answeredCalls(run).map(({ number }) => number)).toEqual(calls);
  expect((await runCli(["verify", group.folder])).exitCode).toBe(0);
});

test("a host that is killed while it combines predictions asks for no score twice", async () => {
  const stages = [
    { name: "combining", from: 0.6, operators: ["ensemble", "draft"] },
    { name: "drafting", operators: ["draft"] },
  ];
  const sequence = ["draft", "draft", "draft"];
  const own = { policy: "sequence", sequence, steps: 4, program: "main.mjs", knowledge: false, stages };
  const file = join(ground.fresh(), "settings.json");
  writeFileSync(file, JSON.stringify(own));
  const parameters = [...search(searchScript()), "--settings", file];
  const scoresOf = ({ events }: RunFolder) =>
    events.flatMap((event) => (event.type === "rehearsal" ? [[event.cut, event.sha256, event.score]] : []));

  const calm = await ground.run(parameters);
  expect(calm.exitCode, calm.stderr).toBe(0);
  const expected = calm.group.run();
  const number = scoresOf(expected).length;
  expect(eventsOf(expected, "ensembled")).toHaveLength(1);
  expect(number).toBeGreaterThan(5);
  const run = await killWhen([...parameters, "--rehearsals", String(number)], (each) => scoresOf(each).length >= 5);
  expect(scoresOf(run)).toEqual(scoresOf(expected));
  expect(eventsOf(run, "ensembled")).toEqual(eventsOf(expected, "ensembled"));
  expect(run.read("submission.csv")).toBe(expected.read("submission.csv"));
});
