import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { EventOf, SearchEvent } from "../../src/agents/search/events.ts";
import { type RunFolder, repair, runGround } from "../support/run-agents.ts";
import { runCli } from "../support/run-cli.ts";

const ground = await runGround(repair);
const seed = `${repair}_seed-0`;

/** A program that predicts the mean of training rows with equal values in these columns. */
const means = (...columns: string[]): string => `A mean per group.

\`\`\`js
import { readFileSync, writeFileSync } from "node:fs";
const columns = ${JSON.stringify(columns)};
const read = (name) => {
  const [header, ...lines] = readFileSync(process.env.DATA_DIR + "/" + name, "utf8").trim().split("\\n");
  return lines.map((line) => Object.fromEntries(line.split(",").map((cell, at) => [header.split(",")[at], cell])));
};
const keyOf = (row) => columns.map((name) => row[name]).join();
const groups = new Map();
for (const row of read("train.csv")) groups.get(keyOf(row))?.push(row) ?? groups.set(keyOf(row), [row]);
const mean = (rows) => rows.reduce((sum, row) => sum + Number(row.minutes), 0) / rows.length;
const all = mean([...groups.values()].flat());
const lines = read("test.csv").map((row) => row.repair_id + "," + (groups.has(keyOf(row)) ? mean(groups.get(keyOf(row))) : all));
writeFileSync(process.env.OUTPUT_DIR + "/final_submission.csv", ["repair_id,minutes", ...lines, ""].join("\\n"));
\`\`\`
`;

const broken = "It cannot run.\n\n```js\nnotDefined();\n```\n";

interface Rule {
  /** What the last message says, in this order. */
  readonly when: readonly string[];
  readonly text: string;
}

/** A model that answers by what it is asked. */
function script(rules: readonly Rule[], otherwise: string): string {
  const file = join(ground.fresh(), "script.yaml");
  const content = {
    rules: rules.map(({ when, text }) => ({ when: { last: when.join("[\\s\\S]*") }, text })),
    otherwise,
  };
  // JSON is YAML.
  writeFileSync(file, JSON.stringify(content));
  return `scripted/${file}`;
}

function eventsOf<Type extends SearchEvent["type"]>({ events }: RunFolder, type: Type): EventOf<Type>[] {
  const own = events.flatMap((event) => (event.type === "agent" ? [event.event as unknown as SearchEvent] : []));
  return own.filter((event): event is EventOf<Type> => event.type === type);
}

const search = async (agent: string, model: string, settings: Readonly<Record<string, unknown>>) => {
  const set = Object.entries({ program: "main.mjs", ...settings }).flatMap(([name, value]) => [
    "--set",
    `${name}=${typeof value === "object" ? JSON.stringify(value) : value}`,
  ]);
  const { exitCode, stderr, group } = await ground.run([
    "--agent",
    agent,
    "--model",
    model,
    "--time-limit",
    "600",
    ...set,
  ]);
  expect(exitCode, stderr).toBe(0);
  return { group, run: group.run(seed) };
};

describe("the agent aide", () => {
  test("drafts, repairs what failed, improves the best, and submits it", async () => {
    const model = script(
      [
        { when: ["Find the cause of this failure"], text: means("fault") },
        { when: ['"fault","kind"', "Improve the program by one change"], text: means("fault", "kind", "mechanic") },
        { when: ["Improve the program by one change"], text: means("fault", "kind") },
        { when: ["experiment_1 \\(draft", "Write a first complete solution"], text: broken },
      ],
      means(),
    );
    const { run, group } = await search("aide", model, { num_drafts: 2, steps: 5, debug_prob: 1 });
    const experiments = eventsOf(run, "experiment");
    expect(experiments.map(({ operator, parents }) => [operator, ...parents])).toEqual([
      ["draft"],
      ["draft"],
      ["debug", "experiment_2"],
      ["improve", "experiment_3"],
      ["improve", "experiment_4"],
    ]);
    expect(eventsOf(run, "ended").map(({ state }) => state)).toEqual(["good", "failed", "good", "good", "good"]);
    const scores = eventsOf(run, "evaluated").map(({ evaluation }) => evaluation.score!);
    expect(scores).toEqual(scores.toSorted((one, other) => other - one));
    expect(eventsOf(run, "evaluated").map(({ evaluation }) => evaluation.basis)).toEqual(Array(4).fill("rehearsal"));
    expect(eventsOf(run, "banked").at(-1)!.experiment).toBe("experiment_5");
    expect(run.events).toContainEqual(expect.objectContaining({ type: "graded", valid: true }));
    expect((await runCli(["verify", group.folder])).exitCode).toBe(0);
  });
});

describe("the agent kapso", () => {
  const idea = (text: string) => ({ idea: text, expected_seconds: 5 });
  const fresh = ["Overall mean.", "By fault.", "By kind.", "By mechanic.", "By age.", "By hour."];
  const rules: Rule[] = [
    { when: ["should never be tried"], text: '{"prune": ["idea_6", "idea_999"]}' },
    { when: ["should get new ideas next"], text: 'I choose:\n```json\n{"expand": ["experiment_1"]}\n```' },
    { when: ["differ in their core"], text: JSON.stringify({ ideas: fresh.map(idea) }) },
    { when: ["experiment_1 ", "ways to go on from"], text: JSON.stringify({ ideas: [idea("By fault and kind.")] }) },
    { when: ["way to combine these"], text: JSON.stringify({ ideas: [idea("All three columns together.")] }) },
    { when: ["idea_7 \\(builds", "Select the idea"], text: '{"select": ["idea_7"]}' },
    { when: ["Select the idea"], text: '{"select": ["idea_2"]}' },
    { when: ["All three columns together", "combines the solutions"], text: means("fault", "kind", "mechanic") },
    { when: ["The idea to carry out\\s+By fault and kind"], text: means("fault", "kind") },
    { when: ["How it failed", "Find the cause"], text: means("fault") },
    { when: ["The idea to carry out\\s+By fault\\."], text: broken },
  ];

  test("fills a pool of ideas, prunes it, selects from it, repairs within an experiment and ends with an ensemble", async () => {
    const settings = {
      mode: "MINIMAL",
      node_expansion_limit: 1,
      node_expansion_new_childs_count: 6,
      steps: 5,
      final_ensembling_budget_percent: 60,
    };
    const { run, group } = await search("kapso", script(rules, means("mechanic")), settings);
    const decided = eventsOf(run, "decided");
    expect(decided[0]!.ideas.map(({ text }) => text)).toEqual(fresh);
    expect(decided[1]!.pruned).toEqual(["idea_6"]);
    expect(decided[1]!.fallbacks).toContain('Pruning: "idea_999" does not exist.');
    const [first, second] = eventsOf(run, "experiment");
    expect(first).toMatchObject({ operator: "draft", idea: "idea_2", stage: "full-training" });
    expect(second).toMatchObject({ operator: "improve", idea: "idea_7", parents: ["experiment_1"] });
    // Its first version was broken.
    expect(eventsOf(run, "coded").filter(({ experiment }) => experiment === "experiment_1")).toHaveLength(2);
    // Stored predictions are combined first, then a model is asked.
    const [combined, last] = eventsOf(run, "experiment").slice(-2) as [EventOf<"experiment">, EventOf<"experiment">];
    expect(combined).toMatchObject({ operator: "ensemble", idea: null });
    expect(last).toMatchObject({ operator: "ensemble", stage: "final-ensembling", idea: expect.any(String) });
    expect(last.parents.length).toBeGreaterThan(1);
    expect(eventsOf(run, "stage").map(({ to }) => to)).toEqual(["full-training", "final-ensembling"]);
    // Of ensembles that are equally good, the first one stays.
    const banked = eventsOf(run, "banked").at(-1)!;
    const scores = eventsOf(run, "evaluated").map(({ evaluation }) => evaluation.score!);
    expect(banked.score).toBe(Math.min(...scores));
    const operators = new Map(eventsOf(run, "experiment").map(({ id, operator }) => [id, operator]));
    expect(operators.get(banked.experiment)).toBe("ensemble");
    expect((await runCli(["verify", group.folder])).exitCode).toBe(0);
  });
});
