import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { plainSandboxes } from "../support/bubblewrap.ts";
import { plant, type RanGroup, repair, runGround } from "../support/run-agents.ts";
import { runCli } from "../support/run-cli.ts";

const ground = await runGround(plant, repair);
const both = ["-c", plant, repair];
const scoreOf = ({ group }: RanGroup, id: string): number =>
  JSON.parse(group.run(`${id}_seed-0`).read("grade.json")).report.score;

const gold: Readonly<Record<string, RegExp>> = {
  [plant]: /demo-plant-flowering +1\.0+ ± - +higher +1 gold +100\.0 /,
  [repair]: /demo-repair-minutes +0\.0+ ± - +lower +1 gold +100\.0 /,
};

describe.each(plainSandboxes)("in the sandbox %s", (sandbox) => {
  // One competition will do in the others.
  const competitions = sandbox === plainSandboxes[0] ? [plant, repair] : [repair];

  test("the oracle wins gold and the baseline is better than the dummy", async () => {
    const run = (agent: string) =>
      ground.run(["-c", ...competitions, "--sandbox", sandbox, "--time-limit", "600", "--jobs", "2", "--agent", agent]);
    const dummy = await run("dummy");
    expect(dummy.exitCode, dummy.stderr).toBe(0);
    const oracle = await run("oracle");
    expect(oracle.exitCode, oracle.stderr).toBe(0);
    for (const id of competitions) expect(oracle.stdout).toMatch(gold[id]!);
    const baseline = await run("baseline");
    expect(baseline.exitCode, baseline.stderr).toBe(0);
    for (const id of competitions) {
      const [before, after] = [scoreOf(dummy, id), scoreOf(baseline, id)];
      expect(id === plant ? after - before : before - after).toBeGreaterThan(0);
    }
  });
});

describe("what other tools read", () => {
  let ran: RanGroup;
  beforeAll(async () => {
    ran = await ground.run([
      ...both,
      "--sandbox",
      "local",
      "--seeds",
      "2",
      "--time-limit",
      "600",
      "--agent",
      "dummy",
      "--json",
    ]);
  });

  test("is JSON on standard output and text on standard error", () => {
    expect(ran.exitCode, ran.stderr).toBe(0);
    const { agent, runs, settled, competitions } = JSON.parse(ran.stdout);
    expect({ agent, runs, settled }).toEqual({ agent: "dummy", runs: 4, settled: 4 });
    expect(competitions[0]).toMatchObject({ competition_id: plant, score: { mean: 0.5, count: 2 } });
    expect(ran.stderr).toMatch(/^demo-plant-flowering_seed-0: started$/m);
  });

  test("is upstream's metadata and list of submissions", () => {
    const { folder } = ran.group;
    const metadata = JSON.parse(readFileSync(join(folder, "metadata.json"), "utf8"));
    const ids = [plant, repair].flatMap((id) => [`${id}_seed-0`, `${id}_seed-1`]);
    expect(metadata).toEqual({
      run_group: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-UTC_run-group_dummy$/),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-GMT$/),
      runs: Object.fromEntries(ids.map((id) => [id, { success: true }])),
    });
    const lines = readFileSync(join(folder, "submission.jsonl"), "utf8").trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual(
      Object.keys(metadata.runs).map((id) => ({
        competition_id: id.split("_")[0],
        submission_path: join(folder, id, "submission", "submission.csv"),
        logs_path: null,
        code_path: null,
      })),
    );
  });

  test("is graded by `grade` as it was by the run", async () => {
    const { folder } = ran.group;
    const target = ground.fresh();
    for (const source of [
      ["--submission", join(folder, "submission.jsonl")],
      ["--runs", folder],
    ]) {
      const graded = await runCli(["grade", ...source, "--output-dir", target, "--data-dir", ground.data, "--json"]);
      expect(graded.exitCode, graded.stderr).toBe(0);
      const reports: { competition_id: string; score: number }[] = JSON.parse(graded.stdout).competition_reports;
      expect(reports).toHaveLength(4);
      for (const { competition_id, score } of reports) expect(score).toBe(scoreOf(ran, competition_id));
    }
  });
});

describe.concurrent("a command that cannot be followed says what to change", () => {
  test.each<[string, string[], string]>([
    ["an unknown agent", ["--agent", "dumy"], "There is no agent `dumy`. Did you mean `dummy`?"],
    ["no agent", [], "Choose an agent with --agent NAME (see `mlebench agents`), or give a command after `--`."],
    ["an unknown sandbox", ["--agent", "dummy", "--sandbox", "box"], "Allowed choices are bubblewrap, docker, local"],
    ["an unknown competition", ["--agent", "dummy", "-c", "demo-plant"], "There is no competition `demo-plant`."],
    [
      "wrong seeds",
      ["--agent", "dummy", "--seeds", "few"],
      "--seeds: Expected a number of seeds or a list such as 0,4,7",
    ],
    ["too many seeds", ["--agent", "dummy", "--seeds", "123456789"], "--seeds: Expected at most 10000"],
    ["no time", ["--agent", "dummy", "--time-limit", "0"], "--time-limit: Expected a value above zero, found `0`."],
    ["a wrong size", ["--agent", "dummy", "--memory", "lots"], "--memory: Expected a size such as 16g or 512m"],
    ["a wrong budget", ["--agent", "dummy", "--budget", "1 day"], "--budget: Expected a duration such as 24h"],
    ["a wrong number", ["--agent", "dummy", "--jobs", "0"], "'--jobs <n>' argument '0' is invalid. Expected a whole"],
    ["too many cpus", ["--agent", "dummy", "--cpus", "4096"], "Each run needs 4096 cpus; this machine has "],
    ["half a variable", ["--env", "NAME", "--", "true"], "--env: Expected NAME=VALUE, found `NAME`."],
    [
      "a variable that is not set",
      ["--pass-env", "NOT_SET_AT_ALL", "--", "true"],
      "passed to the agent but are not set: NOT_SET_AT_ALL.",
    ],
    [
      "a network that is not there",
      ["--agent", "dummy", "--sandbox", "local", "--network", "internal"],
      "--sandbox docker",
    ],
    [
      "settings of containers",
      ["--agent", "dummy", "--sandbox", "local", "--container-config", "x"],
      "--container-config needs --sandbox docker; it is local",
    ],
    ["a relative command", ["--", "./agent"], "The command `./agent` is a relative path: name the agent's folder"],
  ])("%s", async (_, parameters, message) => {
    const runs = join(ground.fresh(), "runs");
    const ran = await ground.run(["--run-dir", runs, ...parameters]);
    expect(ran).toMatchObject({ exitCode: 2, stdout: "", stderr: expect.stringContaining(message) });
    expect(runs).not.toSatisfy(existsSync);
  });
});

test("--dry-run prints the plan and writes nothing", async () => {
  const runs = join(ground.fresh(), "runs");
  const parameters = [
    "--run-dir",
    runs,
    ...both,
    "--seeds",
    "2",
    "--sandbox",
    "local",
    "--cpus",
    "1",
    "--memory",
    "1.5g",
  ];
  const plan = await ground.run([...parameters, "--agent", "dummy", "--dry-run"]);
  expect(plan).toMatchObject({ exitCode: 0, stderr: "" });
  expect(plan.stdout).toContain("4 runs: 2 competitions x 2 seeds, agent dummy\n");
  expect(plan.stdout).toContain("each run    at most 24 h 0 min, 1 cpu, 1.5 GiB of memory, ");
  expect(plan.stdout).toContain(`folder      a new one in ${runs}\n`);
  const json = await ground.run([...parameters, "--agent", "dummy", "--dry-run", "--json"]);
  expect(JSON.parse(json.stdout)).toMatchObject({
    runs: 4,
    unfinished: 4,
    group: null,
    plan: { limits: { memory_mb: 1536 } },
  });
  expect(runs).not.toSatisfy(existsSync);
});

test.each([
  ["prepared data", ["-c", "demo-bakery-sales"], 1, /Not prepared in .*: demo-bakery-sales\. Run `mlebench prepare/],
  ["a container engine", ["--sandbox", "docker", "--socket", "/not/there.sock"], 1, /sandbox docker cannot be used/],
  ["a mount", ["--sandbox", "local", "--mount", "/etc/hostname:/mnt/x"], 2, /Leave the second path out/],
])("--dry-run reports what is missing and exits as the run would: %s", async (_, parameters, exitCode, problem) => {
  const runs = join(ground.fresh(), "runs");
  const words = ["--run-dir", runs, ...parameters, "--agent", "dummy"];
  const plan = await ground.run([...words, "--dry-run"]);
  expect(plan.exitCode).toBe(exitCode);
  expect(plan.stdout).toMatch(/^1 run: 1 competition x 1 seed, agent dummy\n/);
  expect(plan.stdout).toMatch(problem);
  const json = await ground.run([...words, "--dry-run", "--json"]);
  expect(JSON.parse(json.stdout).problem).toMatch(problem);
  const real = await ground.run(words);
  expect(real).toMatchObject({ exitCode, stdout: "" });
  expect(real.stderr).toMatch(problem);
  expect(runs).not.toSatisfy(existsSync);
});

test("upstream's names for options mean the same", async () => {
  const list = join(ground.fresh(), "set.txt");
  writeFileSync(list, `# ours\n${plant}\n${repair}\n`);
  const names = ["--agent-id", "dummy", "--competition-set", list, "--n-seeds", "3", "--n-workers", "2"];
  const plan = await ground.run([...names, "--sandbox", "local", "--dry-run", "--json"]);
  expect(JSON.parse(plan.stdout)).toMatchObject({
    runs: 6,
    jobs: 2,
    plan: { agent: { name: "dummy" }, seeds: [0, 1, 2] },
  });
});
