import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { Journal } from "../../src/lib/journal/journal.ts";
import type { GroupEvent, RunEvent } from "../../src/runs/record/run-events.ts";
import { makeRun, makeRunGroup } from "../support/make-run-group.ts";
import { until } from "../support/run-agents.ts";
import { runCli } from "../support/run-cli.ts";
import { startCli } from "../support/start-cli.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const place = temporaryDirectory();
const runDir = place("runs");
const call = (...parameters: string[]) => runCli(parameters, { environment: { MLEBENCH_RUN_DIR: runDir } });
const traceback = `Traceback (most recent call last):
  File "/home/agent/main.py", line 3, in <module>
    fit(${"x, ".repeat(40)}y)
ValueError: ${"a long reason, ".repeat(20)}and its end
exit status 1
`;
const scores: Record<string, number> = { "demo-bakery-sales_seed-0": 0.8, "demo-bakery-sales_seed-1": 0.9 };

beforeAll(async () => {
  await makeRunGroup(join(runDir, "done-group"), {
    name: "done-group",
    run: (id) =>
      id in scores
        ? { score: scores[id]!, candidates: 3, medal: id.endsWith("1") ? "silver" : null }
        : { end: "agent-error", score: null, reason: "It exited with code 1.", output: traceback },
  });
  await makeRunGroup(join(runDir, "live-group"), {
    name: "live-group",
    host: "alive",
    run: (id) => ({ until: id === "demo-bakery-sales_seed-0" ? "open" : "planned" }),
  });
});

describe("ps and runs list", () => {
  test("show what runs, and everything when asked to", async () => {
    const { stdout } = await call("ps");
    expect(stdout).toMatch(/live-group +alive +1 +3 +0 +0 +0 +0 +4 +0 +0/);
    expect(stdout).toMatch(/demo-bakery-sales_seed-0 +running +\d:\d\d +5\d:\d\d +0:00 +0.95 MiB +yes +fold 5 of 5/);
    expect(stdout).not.toContain("done-group");
    const all = await call("runs", "list");
    expect(all.stdout).toMatch(/done-group +complete +0 +0 +2 +2 +0 +0 +4 +2 +0/);
    const json = JSON.parse((await call("ps", "--json")).stdout);
    expect(json).toMatchObject([
      { group: "live-group", host: { alive: true }, running: [{ state: "running", seed: 0 }] },
    ]);
    const none = await call("ps", "--run-dir", place("nowhere"));
    expect(none.stderr).toContain("No run group is running in");
  });
});

describe("runs show", () => {
  test("shows a group with each run and the results over seeds", async () => {
    const { stdout, exitCode } = await call("runs", "show", "done-group");
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/demo-bakery-sales_seed-1 +finished +0.9 +silver +60.0 +0:01 +1:05 +1.5 GiB +1$/m);
    expect(stdout).toMatch(
      /demo-plant-flowering_seed-0 +agent-error +no submission +- +- .*It exited with code 1: ValueError: a long reason.*and its end$/m,
    );
    expect(stdout).toContain(
      `The log of a run: mlebench logs ${join(runDir, "done-group", "demo-plant-flowering_seed-0")}\n`,
    );
    expect(stdout).toMatch(/demo-bakery-sales +0.8500 ± 0.0500 +higher +1 silver +60.0 +2\/2 +2\/2/);
    expect(stdout).toMatch(/demo-plant-flowering +- +higher +- +- +0\/2 +0\/2/);
    expect(stdout).toMatch(/baseline +25.0 ± 25.0 .* 2\/2/);
  });

  test("tells invalid submissions from missing ones, with the grader's reason on one line", async () => {
    const folder = place("runs-of-all-kinds", "a-group");
    const failure = "The submission has no column `id`.\nFound: `a`.";
    await makeRunGroup(folder, {
      competitions: ["a", "b", "c"],
      seeds: [0],
      run: (id) =>
        ({
          "a_seed-0": { score: null, output: "nothing to do\n" },
          "b_seed-0": { invalid: true, failure },
          "c_seed-0": { end: "limit" as const, reason: "It reached its time limit of 3 min." },
        })[id]!,
    });
    const { stdout } = await call("runs", "show", folder);
    expect(stdout).toMatch(/a_seed-0 +finished +no submission .*: nothing to do$/m);
    expect(stdout).toMatch(/b_seed-0 +finished +invalid .* The submission has no column `id`. Found: `a`.$/m);
    expect(stdout).toMatch(/c_seed-0 +limit +0.8 .* It reached its time limit of 3 min.$/m);
    const listed = await call("runs", "list", "--run-dir", place("runs-of-all-kinds"));
    expect(listed.stdout).toMatch(/runs +no submission +invalid\n.* 3 +1 +1\n/);
    const one = await call("runs", "show", join(folder, "b_seed-0"));
    expect(one.stdout).toMatch(/problem +The submission has no column `id`.\n +Found: `a`.\n/);
    expect(one.stdout).toMatch(/log +mlebench logs .*b_seed-0\n/);
    const json = JSON.parse((await call("runs", "show", folder, "--json")).stdout);
    expect(json[0]).toMatchObject({
      counts: { no_submission: 1, invalid: 1 },
      runs: [{ problem: expect.stringContaining("nothing to do") }, { problem: failure, cpu_ms: 65_000 }, {}],
    });
  });

  test("compares groups, and shows one run with its score over time", async () => {
    const both = await call("runs", "show", "done-group", "live");
    expect(both.stdout).toMatch(/demo-bakery-sales +baseline \(live-group\) +- .* 0\/2/);
    expect(both.stdout).toContain("live-group: 4 of 4 runs have no result yet");
    const run = await call("runs", "show", "done/demo-bakery-sales_seed-1");
    expect(run.stdout).toMatch(/candidates\/2.csv +0:00 +0.89 +- /);
    expect(run.stdout).toMatch(/candidates\/3.csv +0:00 +0.9 +silver /);
    const json = JSON.parse((await call("runs", "show", join(runDir, "done-group"), "--json")).stdout);
    expect(json[0].summary.shares.any_medal).toEqual({ mean: 0.25, error: 0.25, count: 2 });
    expect(json[0].runs[1]).toMatchObject({ end: "agent-error", percentile: null });
  });

  test("says what a mistyped or ambiguous name could be", async () => {
    const typo = await call("runs", "show", "done-gruop");
    expect(typo).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("Did you mean `done-group`?") });
    const several = await call("runs", "show", "demo-bakery-sales_seed-0");
    expect(several.stderr).toContain(
      "is ambiguous. Use one of `done-group/demo-bakery-sales_seed-0`, `live-group/demo-bakery-sales_seed-0`",
    );
  });
});

describe("verify", () => {
  test("prints a head that can be compared, and exits with 3 when something was changed", async () => {
    const folder = place("to-verify");
    await makeRunGroup(folder);
    const intact = await call("verify", folder);
    expect(intact.exitCode).toBe(0);
    expect(intact.stdout).toMatch(/: intact \(4 runs, \d+ files, .*\)\nhead [0-9a-f]{64}\n$/);
    const head = intact.stdout.trim().split(" ").at(-1)!;
    expect((await call("verify", folder, "--head", head)).exitCode).toBe(0);
    expect((await call("verify", folder, "--head", "ab".repeat(32))).exitCode).toBe(3);
    expect((await call("verify", folder, "--head", "ab")).exitCode).toBe(2);

    writeFileSync(join(folder, "demo-bakery-sales_seed-0", "grade.json"), "{}");
    const changed = await call("verify", folder, join(folder, "demo-bakery-sales_seed-1"));
    expect(changed.exitCode).toBe(3);
    expect(changed.stderr).toMatch(/CHANGED {2}demo-bakery-sales_seed-0\/grade.json: Expected sha256 .* found/);
    const json = JSON.parse((await call("verify", folder, "--json")).stdout);
    expect(json).toMatchObject([{ intact: false, problems: [{ file: "demo-bakery-sales_seed-0/grade.json" }] }]);

    rmSync(join(folder, "group.json"));
    const withoutPlan = await call("verify", folder);
    expect(withoutPlan.stderr).toContain("CHANGED  group.json: Expected sha256");
  });
});

describe("stop", () => {
  test("asks once, says what happens, and leaves alone what does not run", async () => {
    const live = join(runDir, "live-group");
    const run = await call("stop", "live-group/demo-bakery-sales_seed-0");
    expect(run.stderr).toContain("it will end as cancelled; the other runs continue");
    expect(readFileSync(join(live, "demo-bakery-sales_seed-0", "stop"), "utf8")).toBe("");
    const group = await call("stop", "live");
    expect(group.stderr).toContain("1 running run will end as cancelled, 3 will not start");
    const again = await call("stop", "live", "--json");
    expect(again).toMatchObject({ exitCode: 0, stderr: expect.stringContaining("already asked to stop") });
    expect(JSON.parse(again.stdout)).toMatchObject({ outcome: "already-requested" });

    const done = await call("stop", "done-group");
    expect(done).toMatchObject({ exitCode: 0, stderr: expect.stringContaining("not running") });
    expect(existsSync(join(runDir, "done-group", "stop"))).toBe(false);
    const ended = await call("stop", "done-group/demo-bakery-sales_seed-1");
    expect(ended.stderr).toContain("already ended: finished, score 0.9, silver medal, in 1 s.");
  });

  test("waits until the host is gone", async () => {
    const lock = await makeRunGroup(join(runDir, "waiting-group"), { name: "waiting-group", host: "alive" });
    const waiting = startCli(["stop", "waiting-group", "--run-dir", runDir, "--wait"]);
    await until("the request", () => existsSync(join(runDir, "waiting-group", "stop")));
    await setTimeout(300);
    expect(waiting.process.exitCode).toBe(null);
    lock!.release();
    expect((await waiting.ended).stderr).toContain("stopped; 4 done, 0 failed, 0 cancelled of 4");
  });
});

describe("logs", () => {
  test("prints what was printed, byte by byte, and says where the output of older attempts is", async () => {
    const folder = join(runDir, "done-group", "demo-bakery-sales_seed-0");
    const { stdout } = await call("logs", folder);
    expect(stdout).toBe("attempt 1\ntraining\nfold 5 of 5\n");
    const none = await call("logs", "live-group/demo-plant-flowering_seed-1");
    expect(none).toMatchObject({ exitCode: 0, stdout: "", stderr: expect.stringContaining("has printed nothing yet") });
    expect((await call("logs", "done-group", "--host")).stdout).toBe("host: started\n");
  });

  test("prints the logs of a group's runs with the run before each line, byte by byte", async () => {
    const group = place("logged");
    const output = Buffer.from("one\r50 %\r100 %\n\xff \x1b[31mred\nno line end", "latin1").toString("latin1");
    await makeRunGroup(group, {
      competitions: ["a", "longer"],
      seeds: [0],
      run: (id) => ({ interrupted: id === "a_seed-0" ? 1 : 0, output: id === "a_seed-0" ? output : "two\n" }),
    });
    const { stdout, stderr } = await call("logs", group);
    const lines = ["one", "50 %", "100 %", "\xff \x1b[31mred", "no line end"];
    expect(stdout).toBe([...lines.map((line) => `a_seed-0      | ${line}\n`), "longer_seed-0 | two\n"].join(""));
    expect(stderr).toContain(`Output of interrupted attempts: ${group}/*/attempts/*/output.log`);
    const json = (await call("logs", group, "--json")).stdout.trimEnd().split("\n");
    expect(JSON.parse(json[0]!)).toEqual({ run: "a_seed-0", attempt: 2, line: 1, text: "one" });
    expect(JSON.parse(json.at(-1)!)).toEqual({ run: "longer_seed-0", attempt: 1, line: 1, text: "two" });
  });

  test("follows all runs of a group, also those that begin later, until its host ends", async () => {
    const group = place("group-followed");
    const lock = await makeRunGroup(group, {
      host: "alive",
      competitions: ["a", "b"],
      seeds: [0],
      run: (id) => ({ until: id === "a_seed-0" ? "open" : "planned", output: "first\n" }),
    });
    const following = startCli(["logs", group, "--follow"]);
    let printed = "";
    following.process.stdout!.on("data", (chunk) => {
      printed += chunk;
    });
    await until("the first run's output", () => printed === "a_seed-0 | first\n");
    const journal = Journal.open<GroupEvent>(join(group, "events.jsonl"));
    makeRun(join(group, "b_seed-0"), "b_seed-0", "b", { output: "of the second run\n" }, journal);
    await until("the second run's output", () => printed.includes("b_seed-0 | of the second run\n"));
    appendFileSync(join(group, "a_seed-0", "output.log"), "last\n");
    journal.close();
    lock!.release();
    const { stdout, end } = await following.ended;
    expect([end, stdout]).toEqual([0, "a_seed-0 | first\nb_seed-0 | of the second run\na_seed-0 | last\n"]);
  });

  test("follows from one attempt to the next until the run ends", async () => {
    const group = place("followed");
    const lock = await makeRunGroup(group, {
      host: "alive",
      competitions: ["a"],
      seeds: [0],
      run: () => ({ until: "open", output: "first\n" }),
    });
    const folder = join(group, "a_seed-0");
    const following = startCli(["logs", folder, "--follow"]);
    const followingAsJson = startCli(["logs", folder, "--follow", "--json"]);
    let printed = "";
    following.process.stdout!.on("data", (chunk) => {
      printed += chunk;
    });
    let printedAsJson = "";
    followingAsJson.process.stdout!.on("data", (chunk) => {
      printedAsJson += chunk;
    });
    await until("the agent's words", () => printed === "first\n" && printedAsJson.includes("first"));
    appendFileSync(join(folder, "output.log"), "second\n");
    mkdirSync(join(folder, "attempts", "1"), { recursive: true });
    renameSync(join(folder, "output.log"), join(folder, "attempts", "1", "output.log"));
    await until("the rest of the first attempt", () => printed.includes("second"));
    writeFileSync(join(folder, "output.log"), "third, longer than the others\n");
    await until("the agent's words", () => printed.includes("third") && printedAsJson.includes("third"));
    appendFileSync(join(folder, "output.log"), "last\n");
    const journal = Journal.open<RunEvent>(join(folder, "events.jsonl"));
    journal.append({ type: "ended", end: "finished", reason: "" });
    journal.close();
    const { stdout, stderr, end } = await following.ended;
    lock!.release();
    expect(end).toBe(0);
    expect(stdout).toBe("first\nsecond\nthird, longer than the others\nlast\n");
    expect(stderr).toContain("a new attempt");
    const lines = (await followingAsJson.ended).stdout.trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { run: "a_seed-0", attempt: 1, line: 1, text: "first" },
      { run: "a_seed-0", attempt: 1, line: 2, text: "second" },
      { run: "a_seed-0", attempt: 2, line: 1, text: "third, longer than the others" },
      { run: "a_seed-0", attempt: 2, line: 2, text: "last" },
    ]);
  });
});
