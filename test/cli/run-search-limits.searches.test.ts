import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { sha256 } from "../../src/lib/hashing.ts";
import { dollarPerToken, everyQuestion, questionsScript } from "../agents/search/questions-script.ts";
import { answerWith, groupMeans } from "../agents/search/scripted-search.ts";
import { plant, type RunFolder, runGround } from "../support/run-agents.ts";
import { runCli } from "../support/run-cli.ts";
import { callsOf, eventsOf } from "../support/search-runs.ts";
import { withMoreTime } from "../support/with-more-time.ts";

const ground = await runGround(plant);
const files = ground.fresh();
writeFileSync(join(files, "script.yaml"), questionsScript());
writeFileSync(join(files, "prices.yaml"), dollarPerToken);

const set = Object.entries(everyQuestion).flatMap(([name, value]) => ["--set", `${name}=${value}`]);
const searchWith = (script: string, seconds: number, ...more: string[]): string[] => [
  ...["--agent", "search", "--model", `scripted/${script}`, "--time-limit", String(seconds)],
  ...["--prices", join(files, "prices.yaml"), ...set, ...more],
];
const search = (...more: string[]): string[] => searchWith(join(files, "script.yaml"), 600, ...more);

const whole = await ground.run(search());
const questions = eventsOf(whole.group.run(), "asked").map(({ key }) => key);

/** What must hold of a search however its limit ended it, and that the same command leaves it alone. */
async function expectWhole(run: RunFolder, group: string, parameters: readonly string[]): Promise<void> {
  const answered = callsOf(run).filter(({ failure }) => failure === null);
  const asked = eventsOf(run, "asked");
  expect(asked.map(({ call }) => call)).toEqual(answered.map(({ number }) => number));
  expect(asked.map(({ cost }) => cost)).toEqual(answered.map(({ cost }) => cost));
  expect(eventsOf(run, "finished")).toHaveLength(1);
  expect(eventsOf(run, "experiment").map(({ id }) => id)).toEqual(
    eventsOf(run, "ended").map((each) => each.experiment),
  );
  const banked = eventsOf(run, "banked").at(-1);
  if (banked !== undefined) {
    expect(sha256(readFileSync(run.place("submission.csv")))).toBe(banked.sha256);
    expect(run.events).toContainEqual(expect.objectContaining({ type: "graded", valid: true }));
  }
  const before = run.events;
  await ground.run(parameters);
  expect(run.events).toEqual(before);
  const verified = await runCli(["verify", group]);
  expect(verified.exitCode, verified.stdout).toBe(0);
}

test("a search without limits asks every kind of question", () => {
  expect(questions[0]).toMatch(/^knowledge/);
  expect(questions.filter((key) => !key.startsWith("knowledge"))).toEqual([
    "step-1/ideas/new-1/1-1",
    "step-1/ideas/new-1/1-2",
    "step-1/select",
    "experiment_1/v1/answer-1",
    "experiment_1/v2/answer-1",
    "experiment_1/evaluate/review",
    "step-2/ideas/experiment_1/1-1",
    "step-2/select",
    "experiment_2/v1/answer-1",
    "experiment_2/evaluate/review",
    "report",
  ]);
});

describe.concurrent("a limit on model calls ends a search as such, with what it has found,", () => {
  test.for([
    ["step-1/select", "--max-calls", null],
    ["experiment_1/v1/answer-1", "--max-tokens", null],
    ["experiment_1/v2/answer-1", "--max-cost", null],
    ["experiment_1/evaluate/review", "--max-calls", "experiment_1"],
    ["step-2/ideas/experiment_1/1-1", "--max-tokens", "experiment_1"],
    ["experiment_2/v1/answer-1", "--max-cost", "experiment_1"],
    ["experiment_2/evaluate/review", "--max-tokens", "experiment_1"],
    ["report", "--max-calls", "experiment_1"],
  ] as const)("before the question %s (%s)", async ([key, option, banked]) => {
    const allowed = questions.indexOf(key);
    const runs = ground.fresh();
    const parameters = [...search(option, String(allowed)), "--run-dir", runs];
    const { group, stderr } = await ground.run(parameters);
    const run = group.run();
    expect(run.end, stderr).toMatchObject({ end: "limit", reason: expect.stringContaining(String(allowed)) });
    expect(eventsOf(run, "asked").map((asked) => asked.key)).toEqual(questions.slice(0, allowed));
    expect(eventsOf(run, "banked").at(-1)?.experiment ?? null).toBe(banked);
    await expectWhole(run, group.folder, parameters);
  });

  test.for(["--max-calls", "--max-tokens", "--max-cost"])("between two steps (%s)", async (option) => {
    const allowed = String(questions.indexOf("step-2/ideas/experiment_1/1-1"));
    const runs = ground.fresh();
    const parameters = [...search(option, allowed, "--set", "report_summary=false"), "--run-dir", runs];
    const { group } = await ground.run(parameters);
    const run = group.run();
    expect(run.end).toMatchObject({ end: "limit", reason: expect.stringContaining(allowed) });
    expect(eventsOf(run, "step")).toHaveLength(1);
    await expectWhole(run, group.folder, parameters);
  });
});

test("a budget that two searches share ends both as a limit, and neither spends more", async () => {
  const runs = ground.fresh();
  const budget = questions.length + 3;
  const parameters = [...search("--seeds", "2", "--jobs", "2", "--budget-cost", String(budget)), "--run-dir", runs];
  const { group } = await ground.run(parameters);
  const both = [0, 1].map((seed) => group.run(`${plant}_seed-${seed}`));
  const costs = both.flatMap((run) => callsOf(run).map(({ cost }) => cost!));
  expect(costs.reduce((sum, cost) => sum + cost, 0)).toBe(budget);
  for (const run of both) {
    expect(run.end).toMatchObject({ end: "limit", reason: expect.stringContaining(`budget of $${budget}.00`) });
    await expectWhole(run, group.folder, parameters);
  }
});

describe.concurrent("the end of its time finds a search", () => {
  const hanging = [
    ["in a policy's question", { system: "You lead the search", last: 'experiment_1[\\s\\S]*"select"' }, ""],
    ["while it writes a program", { any: "means by species", system: "experienced" }, "experiment_2"],
    ["in a repair", { last: "it does not work yet" }, "experiment_1"],
    ["in a review", { system: "You review the output", last: "species and window" }, "experiment_2"],
  ] as const;

  test.for(hanging)("%s, and what it has found counts", async ([, when, open]) => {
    const script = JSON.parse(questionsScript());
    const file = join(ground.fresh(), "script.yaml");
    writeFileSync(file, JSON.stringify({ ...script, rules: [{ when, hang: true }, ...script.rules] }));
    let parameters: string[] = [];
    const { group } = await withMoreTime(
      20_000,
      (limitMs) => {
        parameters = searchWith(file, limitMs / 1000, "--run-dir", ground.fresh());
        return ground.run(parameters);
      },
      (ran) => callsOf(ran.group.run()).at(-1)!.failure !== null,
    );
    const run = group.run();
    expect(run.end).toMatchObject({ end: "limit", reason: "Its time is up." });
    // The call that hung is in the ledger alone.
    expect(callsOf(run).at(-1)!.failure).not.toBeNull();
    const ended = eventsOf(run, "ended").find(({ experiment }) => experiment === open);
    if (open !== "") expect(ended).toMatchObject({ state: "failed", failure: "The search ended first." });
    expect(eventsOf(run, "banked")).toHaveLength(open === "experiment_1" ? 0 : 1);
    await expectWhole(run, group.folder, parameters);
  });
});

test("a search without scores of rehearsals left goes on with what programs report, and says so", async () => {
  const runs = ground.fresh();
  const report = 'writeFileSync(process.env.OUTPUT_DIR + "/result.json", \'{"score": 0.6}\');\n';
  const file = join(ground.fresh(), "script.yaml");
  const programs = ["window", "fertilizer", "species"].map((name) => groupMeans([name]) + report);
  const answer = (index: number) => ({ text: answerWith(`Program ${index + 1}.`, programs[index]!) });
  const rules = [
    { when: { any: "Program 2\\." }, ...answer(2) },
    { when: { any: "Program 1\\." }, ...answer(1) },
  ];
  writeFileSync(file, JSON.stringify({ rules, otherwise: answer(0) }));
  const parameters = [
    ...["--agent", "aide", "--model", `scripted/${file}`, "--set", "program=main.mjs", "--set", "num_drafts=3"],
    ...["--set", "steps=3", "--time-limit", "600", "--rehearsals", "2", "--run-dir", runs],
  ];
  const { group, exitCode, stderr } = await ground.run(parameters);
  expect(exitCode, stderr).toBe(0);
  const run = group.run();
  expect(run.end.end).toBe("finished");
  const evaluations = eventsOf(run, "evaluated").map(({ evaluation }) => evaluation);
  expect(evaluations.map(({ basis }) => basis)).toEqual(["rehearsal", "rehearsal", "self-reported"]);
  expect(evaluations[2]!.notes).toContain("No score on rehearsal 0: all scores have been given.");
  const rehearsed = eventsOf(run, "ran").filter(({ run: { kind } }) => kind === "rehearsal");
  expect(rehearsed.map(({ experiment }) => experiment)).toEqual(["experiment_1", "experiment_2"]);
  // A score that the program made up is not compared with those.
  expect(eventsOf(run, "banked").at(-1)!.experiment).not.toBe("experiment_3");
  expect(run.events.filter(({ type }) => type === "rehearsal")).toHaveLength(2);
  await expectWhole(run, group.folder, parameters);
});
