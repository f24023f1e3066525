import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { EventOf, SearchEvent } from "../../../../src/agents/search/events.ts";
import {
  type GroupFolder,
  groupFolder,
  groupsIn,
  repair,
  runGround,
  theGroup,
  until,
} from "../../../support/run-agents.ts";
import { runCli } from "../../../support/run-cli.ts";
import { combiningSettings } from "../scripted-search.ts";

const ground = await runGround(repair);
const folder = ground.fresh();

/** A program that knows some of the columns: it predicts the mean of the repairs that are alike in them. */
const program = (...columns: string[]): string => `
import { readFileSync, writeFileSync } from "node:fs";
const table = (name) => {
  const [header, ...lines] = readFileSync(process.env.DATA_DIR + "/" + name, "utf8").trim().split("\\n");
  return lines.map((line) => Object.fromEntries(line.split(",").map((cell, index) => [header.split(",")[index], cell])));
};
const train = table("train.csv");
const mean = (rows) => rows.reduce((sum, { minutes }) => sum + Number(minutes), 0) / rows.length;
const keyOf = (row) => ${JSON.stringify(columns)}.map((column) => column === "age_years" ? Math.round(row[column] / 3) : row[column]).join();
const groups = new Map();
for (const row of train) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
const means = new Map([...groups].map(([key, rows]) => [key, mean(rows)]));
const lines = table("test.csv").map((row) => row.repair_id + "," + (means.get(keyOf(row)) ?? mean(train)));
writeFileSync(process.env.OUTPUT_DIR + "/final_submission.csv", ["repair_id,minutes", ...lines].join("\\n") + "\\n");
`;

const answer = (...columns: string[]): string =>
  `Means by ${columns.join(" and ")}.\n\n\`\`\`js main.mjs\n${program(...columns)}\`\`\`\n`;

/** Each draft sees what the earlier ones did. */
const script = {
  rules: [
    { when: { last: "Means by fault and kind" }, text: answer("fault", "age_years", "outdoors") },
    { when: { last: "Means by fault and mechanic" }, text: answer("fault", "kind") },
  ],
  otherwise: answer("fault", "mechanic"),
};

/** The score by the real answers, which only this test asks for. */
async function realScore(submission: string): Promise<number> {
  const { stdout } = await runCli(["grade-sample", submission, repair, "--data-dir", ground.data, "--json"]);
  return JSON.parse(stdout).score;
}

function hasBegun(runs: string): boolean {
  const [group] = groupsIn(runs);
  const journal = group && groupFolder(group).run(`${repair}_seed-0`).place("events.jsonl");
  return journal !== undefined && existsSync(journal) && readFileSync(journal, "utf8").includes('"started"');
}

describe("three programs that know different things", () => {
  let group: GroupFolder;
  let events: readonly SearchEvent[];
  let stoppedAs: string;
  const of = <Type extends SearchEvent["type"]>(type: Type): EventOf<Type>[] =>
    events.filter((event): event is EventOf<Type> => event.type === type);
  const run = () => group.run(`${repair}_seed-0`);

  beforeAll(async () => {
    const [model, given, runs] = [join(folder, "script.json"), join(folder, "settings.json"), ground.fresh()];
    writeFileSync(model, JSON.stringify(script));
    writeFileSync(given, JSON.stringify(combiningSettings));
    const own = ["-c", repair, "--agent", "search", "--model", `scripted/${model}`, "--settings", given];
    const parameters = ground.parameters(own, runs);
    // The real answers are away from the moment that the agent starts until it has ended, so grading has to be repeated.
    const answers = join(ground.data, repair, "prepared", "private");
    const searching = runCli(parameters);
    await until("the search has begun", () => hasBegun(runs));
    renameSync(answers, `${answers}-away`);
    const { stderr } = await searching;
    renameSync(`${answers}-away`, answers);
    group = theGroup(runs, stderr);
    stoppedAs = run().end.end;
    expect((await runCli(parameters)).exitCode, stderr).toBe(0);
    events = run().events.flatMap((event) => (event.type === "agent" ? [event.event as unknown as SearchEvent] : []));
  }, 200_000);

  test("are tried without the real answers", () => {
    expect(stoppedAs).toBe("ungraded");
    expect(of("finished")).toHaveLength(1);
  });

  test("are each scored on the rehearsal", () => {
    const evaluations = of("evaluated")
      .slice(0, 3)
      .map(({ evaluation }) => evaluation);
    expect(evaluations).toMatchObject(
      Array(3).fill({ basis: "rehearsal", suspicious: null, score: expect.any(Number) }),
    );
    expect(new Set(evaluations.map(({ score }) => score)).size).toBe(3);
  });

  test("are combined without a model, and recorded as an experiment of its own", () => {
    const members = ["experiment_1", "experiment_2", "experiment_3"];
    const [ensembled] = of("ensembled");
    expect(ensembled).toMatchObject({ experiment: "experiment_4", recipe: expect.stringContaining("mean of") });
    const experiment = of("experiment")[3]!;
    expect(experiment).toMatchObject({ operator: "ensemble", stage: "combining" });
    expect(experiment.parents.toSorted()).toEqual(members);
    const evaluations = of("evaluated").map(({ evaluation }) => evaluation);
    const [, , , combined] = evaluations;
    expect(combined!.comparable).toBe(evaluations[0]!.comparable);
    expect(combined!.score).toBe(ensembled!.score);
    expect(combined!.score).toBeLessThan(Math.min(...evaluations.slice(0, 3).map(({ score }) => score!)));
    expect(of("banked").at(-1)).toMatchObject({ experiment: "experiment_4", score: combined!.score });
    expect(of("asked")).toHaveLength(3);
    const scores = run().events.filter(({ type }) => type === "rehearsal");
    expect(scores.length).toBeLessThanOrEqual(3 + 40);
  });

  test("and the combination beats each of them by the real answers", async () => {
    const output = (id: string) => run().place("code", `output_data_${id}`, "final_submission.csv");
    const [combined, ...alone] = await Promise.all(
      [4, 1, 2, 3].map((number) => realScore(output(`experiment_${number}`))),
    );
    expect(combined).toBeLessThan(Math.min(...alone));
    expect(JSON.parse(run().read("grade.json")).report.score).toBe(combined);
  });

  test("whose programs are in the best solution, with the recipe", () => {
    const best = (...path: string[]) => run().place("code", "best_solution", ...path);
    const { method, weights } = JSON.parse(readFileSync(best("ensemble", "recipe.json"), "utf8"));
    expect(method).toMatch(/mean/);
    const used = Object.keys(weights).filter((member) => weights[member] > 0);
    expect(used.length).toBeGreaterThan(1);
    for (const member of used) expect(readFileSync(best("ensemble", member, "main.mjs"), "utf8")).toContain("means");
    expect(existsSync(best("main.mjs"))).toBe(true);
  });
});
