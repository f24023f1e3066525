import { mkdirSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadFacts } from "../../src/facts/facts.ts";
import { listIds, loadSplit } from "../../src/facts/splits.ts";
import { prepareDemo } from "../support/demo-data.ts";
import { runCli } from "../support/run-cli.ts";

describe("list", () => {
  test("lists every competition once", async () => {
    const { exitCode, stdout, stderr } = await runCli(["list"]);
    expect(exitCode).toBe(0);
    const [header, ...lines] = stdout.trimEnd().split("\n");
    expect(header).toMatch(/^id +complexity/);
    expect(lines.map((line) => line.split(" ")[0])).toEqual(listIds());
    expect(stderr).toContain("82 competitions");
    expect(stderr).toContain("--split demo");
  });

  test.each(["low", "LITE", "medium", "high", "all", "dev", "demo"])(
    "--split %s lists its competitions",
    async (name) => {
      const { stdout } = await runCli(["list", "--split", name, "--json"]);
      expect(JSON.parse(stdout).map((facts: { competition_id: string }) => facts.competition_id)).toEqual(
        loadSplit(name),
      );
    },
  );

  test("--prepared lists what is prepared in the data folder, --data-dir what is there of each", async () => {
    const data = await prepareDemo("demo-plant-flowering");
    mkdirSync(join(data, "spaceship-titanic", "prepared", "public"), { recursive: true });
    const prepared = await runCli(["list", "--prepared", "--data-dir", data]);
    expect(prepared.stdout.split("\n")).toEqual([
      expect.stringMatching(/^id .* data$/),
      expect.stringMatching(/^demo-plant-flowering .* prepared$/),
      "",
    ]);
    expect(prepared.stderr).toContain(`1 competition prepared in ${data}.`);
    const none = await runCli(["list", "--prepared", "--split", "low", "--data-dir", data, "--json"]);
    expect(JSON.parse(none.stdout)).toEqual([]);
    const all = await runCli(["list"], { environment: { MLEBENCH_DATA_DIR: data } });
    expect(all.stdout).toMatch(/^spaceship-titanic .* incomplete$/m);
    expect(all.stdout).toMatch(/^leaf-classification .* absent$/m);
    rmSync(data, { recursive: true });
  });

  test("an unknown split is wrong usage, with the nearest one", async () => {
    const { exitCode, stdout, stderr } = await runCli(["list", "--split", "hihg", "--json"]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("Did you mean `high`?");
    expect(JSON.parse(stdout).error).toMatchObject({ code: "usage" });
  });
});

describe("show", () => {
  test("shows metric, direction, thresholds, files, format and known problems", async () => {
    const { exitCode, stdout } = await runCli(["show", "aerial-cactus-identification"]);
    expect(exitCode).toBe(0);
    for (const name of [
      "metric",
      "submission",
      "gold",
      "silver",
      "bronze",
      "median",
      "answers",
      "sample",
      "known problems",
    ]) {
      expect(stdout).toMatch(new RegExp(`^${name} +\\S`, "m"));
    }
    expect(stdout).toContain("higher is better");
  });

  test("--json carries the facts", async () => {
    const { stdout } = await runCli(["show", "spaceship-titanic", "--json"]);
    const shown = JSON.parse(stdout);
    const { name, teams, thresholds, checksums, leaderboard } = loadFacts("spaceship-titanic");
    expect(shown).toMatchObject({ name, teams, thresholds, checksums, leaderboard });
    expect(shown.metric).toEqual(expect.any(String));
    expect(shown.submission_format.length).toBeGreaterThan(20);
  });

  test("an unknown id is wrong usage, with the nearest one", async () => {
    const { exitCode, stderr } = await runCli(["show", "spaceship-titanik"]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("Did you mean `spaceship-titanic`?");
  });
});

describe("the command itself", () => {
  test("--help and --version end with 0", async () => {
    expect(await runCli(["--version"])).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    });
    const { exitCode, stdout } = await runCli(["--help"]);
    expect(exitCode).toBe(0);
    for (const name of ["list", "show", "grade", "grade-sample", "validate"]) expect(stdout).toContain(name);
  });

  test.each(["--version", "--help"])("%s loads the declarations of the commands, not their code", async (option) => {
    const { stderr } = await runCli([option], { environment: { NODE_DEBUG: "module" } });
    const loaded = [...stderr.matchAll(/load "([^"]*\/dist\/cli\/[^"]+\.js)"/g)].map(([, path]) => path!);
    expect(loaded.map((path) => basename(path)).sort()).toEqual([
      "main.js",
      "part-base.js",
      "part-rolldown-runtime.js",
    ]);
    // Most of it is commander. A heavy import in a declaration shows here first.
    expect(loaded.reduce((sum, path) => sum + statSync(path).size, 0)).toBeLessThan(150_000);
  });

  test("an unknown command or option is wrong usage, with the nearest one", async () => {
    const command = await runCli(["grad"]);
    expect([command.exitCode, command.stderr]).toEqual([2, expect.stringContaining("grade")]);
    const option = await runCli(["list", "--splt", "low"]);
    expect([option.exitCode, option.stderr]).toEqual([2, expect.stringContaining("--split")]);
  });

  test("a missing argument is wrong usage", async () => {
    expect((await runCli(["show"])).exitCode).toBe(2);
    expect((await runCli(["grade-sample", "submission.csv"])).exitCode).toBe(2);
  });
});
