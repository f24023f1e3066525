import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { learningPython } from "../support/pythons.ts";
import { repair, runGround } from "../support/run-agents.ts";
import { runCli } from "../support/run-cli.ts";
import { eventsOf } from "../support/search-runs.ts";

const ground = await runGround(repair);
const python = learningPython();

/** An answer with a program that fits a model of scikit-learn to some columns. */
const answer = (plan: string, model: string, columns: readonly string[]): string => `${plan}

\`\`\`python main.py
import os
import pandas as pd
from sklearn.ensemble import GradientBoostingRegressor
from sklearn.linear_model import Ridge
from sklearn.neighbors import KNeighborsRegressor

data = os.environ["DATA_DIR"]
train, test = pd.read_csv(data + "/train.csv"), pd.read_csv(data + "/test.csv")
columns = ${JSON.stringify(columns)}
both = pd.get_dummies(pd.concat([train[columns], test[columns]])).fillna(0)
model = ${model}
model.fit(both[: len(train)], train["minutes"])
predicted = pd.DataFrame({"repair_id": test["repair_id"], "minutes": model.predict(both[len(train) :])})
predicted.to_csv(os.environ["OUTPUT_DIR"] + "/final_submission.csv", index=False)
print("fitted", type(model).__name__)
\`\`\`
`;
const boosting = "GradientBoostingRegressor(n_estimators=60, random_state=0)";
const weak = answer("A ridge on the hour.", "Ridge()", ["hour"]);
const broken = answer("A ridge on the weekday.", "Ridge()", ["weekday"]);
const repaired = answer("A ridge on the fault.", "Ridge()", ["fault"]);
const strong = answer("Boosting on all columns.", boosting, ["fault", "kind", "mechanic", "age_years", "outdoors"]);

async function run(agent: string, script: unknown, settings: Readonly<Record<string, unknown>>) {
  const folder = ground.fresh();
  writeFileSync(join(folder, "script.yaml"), JSON.stringify(script));
  writeFileSync(join(folder, "settings.yaml"), JSON.stringify(settings));
  const parameters = ["--agent", agent, "--model", `scripted/${join(folder, "script.yaml")}`, "--python", python!];
  const ran = await ground.run([...parameters, "--settings", join(folder, "settings.yaml"), "--time-limit", "1200"]);
  expect(ran.exitCode, ran.stderr).toBe(0);
  const verified = await runCli(["verify", ran.group.folder]);
  expect(verified.exitCode, verified.stdout).toBe(0);
  return ran.group.run(`${repair}_seed-0`);
}

/** The score by the real answers, where lower is better. */
async function realScore(submission: string): Promise<number> {
  const { stdout } = await runCli(["grade-sample", submission, repair, "--data-dir", ground.data, "--json"]);
  return JSON.parse(stdout).score;
}

describe.skipIf(python === null)("programs in Python with scikit-learn", () => {
  test("aide repairs a program from its traceback, and ranks the better model above the worse one", async () => {
    const rules = [
      { when: { last: "KeyError[\\s\\S]*weekday[\\s\\S]*Find the cause" }, text: repaired },
      { when: { last: "Improve the program by one change" }, text: strong },
      { when: { last: "ridge on the hour[\\s\\S]*Write a first complete" }, text: broken },
    ];
    const found = await run("aide", { rules, otherwise: weak }, { num_drafts: 2, steps: 4, debug_prob: 1 });
    expect(eventsOf(found, "ended").map(({ state }) => state)).toEqual(["good", "failed", "good", "good"]);
    const scores = eventsOf(found, "evaluated").map(({ evaluation }) => evaluation);
    expect(scores.map(({ basis }) => basis)).toEqual(["rehearsal", "rehearsal", "rehearsal"]);
    const [first, second, third] = scores.map(({ score }) => score!);
    expect(second).toBeLessThan(first!);
    expect(third).toBeLessThan(second!);
    expect(eventsOf(found, "banked").at(-1)).toMatchObject({ experiment: "experiment_4", score: third });
    expect(found.read("code", "best_solution", "main.py")).toContain(boosting);
  });

  test("kapso repairs within an experiment, changes its stage, and combines the programs", async () => {
    const lead = "You lead the search";
    const ideas = { ideas: [{ idea: "Look at the fault." }, { idea: "Boost trees." }] };
    const rules = [
      { when: { system: lead, last: '"select"[\\s\\S]*' }, text: '{"select": ["idea_2", "idea_1"]}' },
      { when: { system: lead, last: '"expand"' }, text: '{"expand": ["new"]}' },
      { when: { system: lead, last: '"prune"' }, text: '{"prune": []}' },
      { when: { system: lead }, text: JSON.stringify(ideas) },
      { when: { last: "KeyError[\\s\\S]*weekday" }, text: repaired },
      { when: { last: "The idea to carry out\\s+Look at the fault" }, text: broken },
    ];
    const settings = { mode: "MINIMAL", steps: 3, experimentation_per_run: 2, final_ensembling_budget_percent: 60 };
    const found = await run("kapso", { rules, otherwise: strong }, settings);
    expect(eventsOf(found, "coded").map(({ version }) => version)).toContain(2);
    expect(eventsOf(found, "stage").map(({ to }) => to)).toEqual(["full-training", "final-ensembling"]);
    expect(
      eventsOf(found, "ended")
        .map(({ state }) => state)
        .slice(0, 2),
    ).toEqual(["good", "good"]);
    expect(eventsOf(found, "experiment").map(({ operator }) => operator)).toContain("ensemble");
    const scores = eventsOf(found, "evaluated").map(({ evaluation }) => evaluation.score!);
    expect(eventsOf(found, "banked").at(-1)!.score).toBe(Math.min(...scores));
    expect(found.events).toContainEqual(expect.objectContaining({ type: "graded", valid: true }));
  });

  test("three models combined beat each of them by the real answers", async () => {
    const plans = ["Boosting on some columns.", "Neighbours.", "A ridge on all columns."];
    const all = ["fault", "kind", "mechanic", "outdoors"];
    const programs = [
      answer(plans[0]!, boosting, ["fault", "mechanic"]),
      answer(plans[1]!, "KNeighborsRegressor(25)", ["fault", "kind", "age_years"]),
      answer(plans[2]!, "Ridge()", [...all, "age_years"]),
    ];
    const rules = [
      { when: { last: "Neighbours\\." }, text: programs[2] },
      { when: { last: "Boosting on some columns\\." }, text: programs[1] },
    ];
    const stages = [
      { name: "combining", from: 0.6, operators: ["ensemble", "draft"] },
      { name: "drafting", operators: ["draft"] },
    ];
    const sequence = ["draft", "draft", "draft"];
    const settings = { policy: "sequence", sequence, steps: 5, knowledge: false, stages };
    const found = await run("search", { rules, otherwise: programs[0] }, settings);
    expect(eventsOf(found, "ensembled").at(-1)).toMatchObject({ experiment: "experiment_4" });
    const output = (number: number) => found.place("code", `output_data_experiment_${number}`, "final_submission.csv");
    const [combined, ...alone] = await Promise.all([4, 1, 2, 3].map((number) => realScore(output(number))));
    expect(combined).toBeLessThan(Math.min(...alone));
    expect(JSON.parse(found.read("grade.json")).report.score).toBe(combined);
  });
});
