import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { SearchEvent } from "../../src/agents/search/events.ts";
import { searchScript } from "../agents/search/scripted-search.ts";
import { plant, type RunFolder, runGround } from "../support/run-agents.ts";
import { runCli } from "../support/run-cli.ts";
import { withMoreTime } from "../support/with-more-time.ts";

const ground = await runGround(plant);
const script = join(ground.fresh(), "script.yaml");
writeFileSync(script, searchScript());

const search = (...settings: string[]): string[] => [
  ...["--agent", "search", "--model", `scripted/${script}`, "--set", "program=main.mjs", "--set", "num_drafts=2"],
  ...settings.flatMap((each) => (each.startsWith("--") || !each.includes("=") ? [each] : ["--set", each])),
];
const eventsOf = ({ events }: RunFolder): SearchEvent[] =>
  events.flatMap((event) => (event.type === "agent" ? [event.event as unknown as SearchEvent] : []));

describe("run --agent search", () => {
  test("writes programs, rehearses them, builds on the best and submits it", async () => {
    const { exitCode, stderr, group } = await ground.run(search("steps=4", "--time-limit", "300"));
    expect(exitCode, stderr).toBe(0);
    const run = group.run();
    const events = eventsOf(run);
    const scores = events.flatMap((event) => (event.type === "evaluated" ? [event.evaluation] : []));
    expect(scores).toHaveLength(4);
    expect(new Set(scores.map(({ basis }) => basis))).toEqual(new Set(["rehearsal"]));
    const best = Math.max(...scores.map(({ score }) => score ?? 0));
    expect(events.findLast((event) => event.type === "banked")).toMatchObject({ score: best });
    expect(run.read("code", "best_solution", "main.mjs")).toContain("species");
    expect(run.events).toContainEqual(expect.objectContaining({ type: "graded", valid: true }));
    expect((await runCli(["verify", group.folder])).exitCode).toBe(0);
  });

  test.for([
    { name: "calls", limit: () => ["--max-calls", "3"], reason: "The run has reached its limit of 3 model calls." },
    { name: "time", limit: (ms: number) => ["--time-limit", String(ms / 1000)], reason: "Its time is up." },
  ])("ends at its limit on $name with its best submission graded", async ({ limit, reason }) => {
    const { exitCode, stderr, group } = await withMoreTime(
      5000,
      (limitMs) => ground.run(search("steps=500", ...limit(limitMs))),
      (ran) => ran.group.run().events.some((event) => event.type === "graded" && event.valid),
    );
    expect(exitCode, stderr).toBe(0);
    const run = group.run();
    expect(eventsOf(run).at(-1)).toEqual({ type: "finished", reason, isLimit: true });
    expect(run.end).toMatchObject({ end: "limit", reason });
    expect(run.events).toContainEqual(expect.objectContaining({ type: "graded", valid: true }));
  });

  test("knows what was meant by a coder that does not exist", async () => {
    const { exitCode, stderr } = await ground.run(search("coder=singel"));
    expect(exitCode).toBe(2);
    expect(stderr).toContain("Did you mean `single`?");
  });
});
