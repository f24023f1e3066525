import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { singleCoder } from "../../../src/agents/search/coders/single-coder.ts";
import type { AgentEvent, AgentTask } from "../../../src/contracts/agent.ts";
import type { Sandbox } from "../../../src/contracts/sandbox.ts";
import { LimitReached } from "../../../src/models/calls/limit-reached.ts";
import { ProviderFailure } from "../../../src/models/provider-failure.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { answers, drafts, oneByOne, program, searchIn, stage, testAgent } from "./core-ground.ts";

const place = temporaryDirectory();
const publicData = place("public");
mkdirSync(publicData);
writeFileSync(place("public", "description.md"), "# Flowers\n");

const broken = "throw new Error('broken');";

describe("one experiment", () => {
  test("is written, tried with --debug, run in full, judged and banked", async () => {
    const model = answers(() => program(0.5));
    const { end, submission, of } = await searchIn(publicData, { agent: testAgent(drafts(1)), model });
    expect(end.exitCode).toBe(0);
    expect(submission).toBe("id,score\n1,0.5\n");
    expect(of("ran").map(({ run }) => [run.kind, run.end, run.excerpt])).toEqual([
      ["debug", "finished", "score 0.5 --debug"],
      ["full", "finished", "score 0.5 full"],
    ]);
    const [coded] = of("coded");
    expect(coded).toMatchObject({ files: { "main.mjs": program(0.5) }, isWhole: true });
    expect(coded!.commit).toMatch(/^[0-9a-f]{40}$/);
    expect(of("ended")).toEqual([{ type: "ended", experiment: "experiment_1", state: "good", failure: null }]);
    expect(of("banked")).toMatchObject([{ experiment: "experiment_1", score: 0.5 }]);
    expect(of("finished")).toEqual([{ type: "finished", reason: "There was nothing left to try." }]);
  });

  test("takes one command besides its programs, and one more when it is the best", async () => {
    const commands: string[] = [];
    const counted = testAgent(drafts(2), { coder: singleCoder });
    const agent = {
      ...counted,
      act: async (task: AgentTask) => {
        const run: Sandbox["run"] = async (command, options) => {
          commands.push(options?.keepOutput === false ? "program" : "core");
          return await task.sandbox.run(command, options);
        };
        const sandbox = new Proxy(task.sandbox, {
          get: (target, key) => (key === "run" ? run : Reflect.get(target, key)),
        });
        return await counted.act({ ...task, sandbox });
      },
    };
    const model = answers(
      (title) => `A program.\n\`\`\`js main.mjs\n${program(title.includes("_1 ") ? 0.75 : 0.5)}\`\`\``,
    );
    const { of } = await searchIn(publicData, { agent, model });
    expect(of("ended").map(({ state }) => state)).toEqual(["good", "good"]);
    const first = commands.indexOf("program") - 1;
    const experiments = ["core", "program", "program", "core", "core", "program", "program"];
    expect(commands.slice(first, first + experiments.length)).toEqual(experiments);
    expect(commands.slice(first + experiments.length)).toEqual(["core"]);
  });

  test("is repaired as often as allowed, and no more", async () => {
    const model = answers((title) => (title.endsWith("v3") ? program(0.5) : broken));
    const twice = await searchIn(publicData, { agent: testAgent(drafts(1), { debugTries: 2 }), model });
    expect(model.asked).toEqual(["draft experiment_1 v1", "debug experiment_1 v2", "debug experiment_1 v3"]);
    expect(twice.of("ended")).toMatchObject([{ state: "good" }]);
    const agent = testAgent(drafts(1), { debugTries: 1 });
    const once = await searchIn(publicData, { agent, model: answers(() => broken) });
    expect(once.of("coded")).toHaveLength(2);
    expect(once.of("ended")[0]!.failure).toMatch(/^The run with --debug failed after \d+ s with exit code 1\.$/);
    expect(once.of("ran")[0]!.run.excerpt).toContain("Error: broken");
    expect(once.end.exitCode).toBe(1);
  });

  test("builds on the program of its parent", async () => {
    const model = answers((_title, text) => program(text.includes("0.5") ? 0.75 : 0.5));
    const { of, submission } = await searchIn(publicData, { agent: testAgent(oneByOne(2)), model });
    expect(of("evaluated").map(({ evaluation }) => evaluation.score)).toEqual([0.5, 0.75]);
    expect(submission).toContain("0.75");
  });

  test("fails when its submission is not valid, and is repaired", async () => {
    const check = async () => ({ valid: false, message: "A column is missing.", sha256: null });
    const agent = testAgent(drafts(1), { debugTries: 1 });
    const { of, submission } = await searchIn(publicData, { agent, model: answers(() => program(1)), task: { check } });
    expect(of("checked").map(({ kind, invalid }) => [kind, invalid])).toEqual([
      ["debug", "A column is missing."],
      ["debug", "A column is missing."],
    ]);
    expect(of("ended")).toMatchObject([{ state: "failed", failure: "A column is missing." }]);
    expect(submission).toBeNull();
  });

  test("has its submission banked even without a score, until there is a better one", async () => {
    const silent = program(0.25).replace(/.*result\.json.*\n/, "");
    const model = answers((title) => (title.startsWith("draft") ? silent : program(0.5)));
    const { of } = await searchIn(publicData, { agent: testAgent(oneByOne(2)), model });
    expect(of("ended").map(({ state }) => state)).toEqual(["failed", "good"]);
    expect(of("banked").map(({ experiment, score }) => [experiment, score])).toEqual([
      ["experiment_1", null],
      ["experiment_2", 0.5],
    ]);
  });
});

describe("a bad program", () => {
  const secondIs = (bad: string) =>
    answers((title) => (title.includes("experiment_2 ") ? bad : program(title.includes("_1 ") ? 0.5 : 0.25)));

  test("that never ends is ended, and not repaired", async () => {
    const agent = testAgent(drafts(1), { stageAt: () => ({ ...stage, debugSeconds: 1 }) });
    const { of } = await searchIn(publicData, { agent, model: answers(() => "for (;;);") });
    expect(of("ran")).toMatchObject([{ run: { end: "time", exitCode: null } }]);
    expect(of("ended")[0]!.failure).toMatch(/took too long/);
  });

  test("that deletes everything it can costs nothing but itself", async () => {
    const bad = `import { rmSync, readdirSync } from "node:fs";
for (const folder of [process.env.CODE_DIR, process.env.SUBMISSION_DIR, process.env.LOGS_DIR])
  for (const name of readdirSync(folder)) rmSync(folder + "/" + name, { recursive: true, force: true });
`;
    const agent = testAgent(oneByOne(3), { debugTries: 0 });
    const { of, submission, end } = await searchIn(publicData, { agent, model: secondIs(bad) });
    expect(of("ended").map(({ state }) => state)).toEqual(["good", "failed", "good"]);
    expect(of("coded")[2]!.files).toEqual({ "main.mjs": program(0.25) });
    expect(submission).toBe("id,score\n1,0.5\n");
    expect(end.exitCode).toBe(0);
  });

  test("that deletes the whole code folder after writing its files finds its own program again", async () => {
    const workspace = place("deleted");
    const bad = `${program(0.75)}
import { rmSync, readdirSync } from "node:fs";
const code = process.env.CODE_DIR;
for (const name of readdirSync(code)) if (!name.startsWith("output")) rmSync(code + "/" + name, { recursive: true });
`;
    const settings = { workspace };
    const { of } = await searchIn(publicData, { agent: testAgent(oneByOne(2)), model: secondIs(bad), settings });
    expect(of("ended").map(({ state }) => state)).toEqual(["good", "good"]);
    expect(of("banked").map(({ experiment }) => experiment)).toEqual(["experiment_1", "experiment_2"]);
    expect(readFileSync(`${workspace}/submission/submission.csv`, "utf8")).toContain("0.75");
    expect(readFileSync(`${workspace}/code/sessions/experiment_2/main.mjs`, "utf8")).toBe(bad);
  });

  test("that overwrites the submission does not keep it so", async () => {
    const bad = `import { writeFileSync } from "node:fs";
writeFileSync(process.env.SUBMISSION_DIR + "/submission.csv", "mine");`;
    const { submission } = await searchIn(publicData, { agent: testAgent(oneByOne(2)), model: secondIs(bad) });
    expect(submission).toBe("id,score\n1,0.5\n");
  });

  test("that submits on its own has its file removed when nothing was banked, and the record says so", async () => {
    const workspace = place("own-submission");
    const bad = `import { writeFileSync } from "node:fs";
writeFileSync(process.env.SUBMISSION_DIR + "/submission.csv", "mine");
process.exit(1);`;
    const agent = testAgent(drafts(2), { debugTries: 0 });
    const settings = { workspace };
    const { of, submission, end } = await searchIn(publicData, { agent, model: answers(() => bad), settings });
    expect(submission).toBeNull();
    expect(end.exitCode).toBe(1);
    expect(of("note").map(({ text }) => text)).toEqual([expect.stringContaining("wrote submission.csv")]);
    expect(readFileSync(`${workspace}/code/report.md`, "utf8")).toContain("The file was removed");
  });

  test("that changes its own files finds them as they were committed in its next run", async () => {
    const bad = `import { existsSync, readFileSync, appendFileSync } from "node:fs";
if (existsSync("junk.txt") || readFileSync("main.mjs", "utf8").endsWith("changed")) throw new Error("not as committed");
appendFileSync("main.mjs", "// changed");
appendFileSync("junk.txt", "junk");
${program(0.5)}`;
    const workspace = place("changed");
    const settings = { workspace };
    const { of } = await searchIn(publicData, { agent: testAgent(drafts(1)), model: answers(() => bad), settings });
    expect(of("ran").map(({ run }) => [run.kind, run.end, run.excerpt])).toEqual([
      ["debug", "finished", expect.any(String)],
      ["full", "finished", expect.any(String)],
    ]);
    expect(readdirSync(`${workspace}/code/sessions/experiment_1`).sort()).toEqual([".git", "main.mjs"]);
    expect(readFileSync(`${workspace}/code/sessions/experiment_1/main.mjs`, "utf8")).toBe(bad);
  });

  test("that prints a gigabyte is ended, and its log stays small", async () => {
    const workspace = place("flood");
    const bad = `import { writeSync } from "node:fs";
const line = "x".repeat(999) + "\\n";
for (let i = 0; i < 1e6; i += 1) try { writeSync(1, line.repeat(1)); } catch (e) { if (e.code !== "EAGAIN") throw e; }`;
    const settings = { workspace };
    const { of } = await searchIn(publicData, { agent: testAgent(drafts(1)), model: answers(() => bad), settings });
    const [{ run }] = of("ran") as [ReturnType<typeof of<"ran">>[number]];
    expect(run.end).toBe("output");
    expect(run.excerpt.length).toBeLessThan(10_000);
    expect(statSync(`${workspace}/logs/${run.log}`).size).toBeLessThan(2.1 * 2 ** 20);
  });

  test("that leaves processes behind does not keep them", async () => {
    const workspace = place("background");
    const bad = `import { spawn } from "node:child_process";
const late = 'sleep 2; echo late > "$SUBMISSION_DIR/submission.csv"';
spawn("/bin/sh", ["-c", late], { detached: true, stdio: "ignore" }).unref();
${program(0.5)}`;
    const { submission } = await searchIn(publicData, {
      agent: testAgent(oneByOne(3)),
      model: answers(() => bad),
      settings: { workspace },
    });
    expect(submission).toBe("id,score\n1,0.5\n");
  });

  test("that submits a symbolic link has no submission", async () => {
    const bad = `import { symlinkSync } from "node:fs";
symlinkSync(process.env.DATA_DIR + "/description.md", process.env.OUTPUT_DIR + "/final_submission.csv");`;
    const agent = testAgent(drafts(1), { debugTries: 0 });
    const { of, submission } = await searchIn(publicData, { agent, model: answers(() => bad) });
    expect(of("ended")[0]!.failure).toContain("is not a regular file");
    expect(submission).toBeNull();
  });

  test("fails alone when others run beside it", async () => {
    const model = answers((title) => (/_[24] /.test(title) ? broken : program(title.includes("_3 ") ? 0.75 : 0.5)));
    const agent = testAgent(drafts(5), { parallel: 3, debugTries: 0 });
    const { of, submission } = await searchIn(publicData, { agent, model });
    const states = of("ended").map(({ experiment, state }) => [experiment, state]);
    expect(new Map(states as [string, string][])).toEqual(
      new Map([1, 2, 3, 4, 5].map((n) => [`experiment_${n}`, n === 2 || n === 4 ? "failed" : "good"])),
    );
    expect(submission).toContain("0.75");
  });
});

describe("a failure that concerns the whole search", () => {
  test("is reported as it is, although it ends what runs beside it", async () => {
    const down = new ProviderFailure("The provider is down.", { status: 500 });
    const model = answers((title) => {
      if (title.includes("_2 ")) throw down;
      return program(0.5, "await new Promise((go) => setTimeout(go, 60_000));");
    });
    const events: AgentEvent[] = [];
    const record = (event: AgentEvent): unknown => events.push(event);
    const agent = testAgent(drafts(3), { parallel: 2 });
    await expect(searchIn(publicData, { agent, model, task: { record } })).rejects.toBe(down);
    expect(events.map(({ type }) => type)).not.toContain("finished");
  });
});

describe("the end of a search", () => {
  const always = (step: number) => ({ actions: [{ operator: "draft" as const, parents: step > 9 ? [] : [] }] });

  test("comes after its last step", async () => {
    const model = answers(() => program(0.5));
    const { of } = await searchIn(publicData, { agent: testAgent(always, { steps: 2 }), model });
    expect(of("finished")[0]!.reason).toBe("It has taken all its 2 steps.");
    expect(of("step").map(({ budget }) => [budget.used, budget.stepsLeft])).toEqual([
      [expect.any(Number), 2],
      [0.5, 1],
    ]);
  });

  test("comes before the run's time is up, with the best submission in its place", async () => {
    const workspace = place("out-of-time");
    const endless = 'import { writeFileSync } from "node:fs"; writeFileSync("junk.txt", ""); for (;;);';
    const model = answers((title) => (title.includes("_1 ") ? program(0.5) : endless));
    const agent = testAgent(always, { steps: 1000, debugTries: 0 });
    const { of, submission, end } = await searchIn(publicData, {
      agent,
      model,
      task: { limits: { wallClockMs: 8000 } },
      settings: { workspace },
    });
    expect(readdirSync(`${workspace}/code/sessions/experiment_2`).sort()).toEqual([".git", "main.mjs"]);
    expect(end).toMatchObject({ exitCode: 0, cancelled: false });
    expect(submission).toContain("0.5");
    expect(of("finished")[0]!.reason).toBe("Its time is up.");
    expect(of("experiment")).toHaveLength(of("ended").length);
  });

  test("comes when a limit refuses a call, with the best submission in its place", async () => {
    const refused = new LimitReached("calls", 2, 2);
    const model = answers((title) => {
      if (!/_[12] /.test(title)) throw refused;
      return program(title.includes("_1 ") ? 0.5 : 0.25);
    });
    const { of, submission, end } = await searchIn(publicData, { agent: testAgent(always), model });
    expect(end.exitCode).toBe(0);
    expect(of("finished")[0]!.reason).toBe(refused.message);
    expect(submission).toContain("0.5");
  });

  test("leaves a repository with a branch for each experiment, and the best program", async () => {
    const workspace = place("kept");
    const model = answers((title) => program(title.includes("_2 ") ? 0.75 : 0.5));
    await searchIn(publicData, { agent: testAgent(oneByOne(3)), model, settings: { workspace } });
    const code = `${workspace}/code`;
    expect(readdirSync(`${code}/sessions`).sort()).toEqual(["experiment_1", "experiment_2", "experiment_3"]);
    expect(readdirSync(`${code}/.git/refs/heads`).sort()).toEqual([
      "experiment_1",
      "experiment_2",
      "experiment_3",
      "main",
    ]);
    expect(readFileSync(`${code}/best_solution/main.mjs`, "utf8")).toBe(program(0.75));
    expect(existsSync(`${code}/output_data_experiment_2/final_submission.csv`)).toBe(true);
    expect(readFileSync(`${code}/main.mjs`, "utf8")).toBe("");
  });
});
