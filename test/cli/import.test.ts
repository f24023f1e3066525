import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { writeGradingReport } from "../support/grading-reports.ts";
import { makeRunGroup } from "../support/make-run-group.ts";
import { runCli } from "../support/run-cli.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const place = temporaryDirectory();
const runs = place("runs");
const log = place("mine.eval");

beforeAll(async () => {
  await makeRunGroup(join(runs, "mine"), {
    name: "mine",
    competitions: ["demo-b", "demo-a"],
    seeds: [0, 1],
    run: (id) =>
      id === "demo-a_seed-1"
        ? { end: "limit", score: null, reason: "It reached its time limit of 1 h." }
        : id === "demo-b_seed-1"
          ? { end: "infrastructure-error" }
          : { score: 0.96, medal: "gold" },
  });
  const { exitCode, stderr } = await runCli(["export", "mine", "--to", "inspect", "--output", log, "--run-dir", runs]);
  expect(exitCode, stderr).toBe(0);
});

const run = (...parameters: string[]) => runCli([...parameters, "--run-dir", runs]);
const reportOf = async (name: string) => JSON.parse((await run("report", name, "--pad-missing", "--json")).stdout);

describe("import", () => {
  test("makes a folder of grading reports that is reported as the log and its run group are", async () => {
    const folder = place("reports");
    const { exitCode, stdout, stderr } = await run("import", log, "--output", folder);
    expect(exitCode, stderr).toBe(0);
    expect(stdout).toMatch(/baseline +3 +1 +.*reports/);
    expect(readdirSync(folder).sort()).toEqual(["grading_report_1.json", "grading_report_2.json", "imported.json"]);
    const report = await reportOf(folder);
    expect(report).toEqual(await reportOf("mine"));
    expect(report).toEqual(await reportOf(log));
    expect(report[0]).toMatchObject({ label: "baseline", sources: ["mine"], missing: [{ seed: 1 }] });
  });

  test("keeps upstream's shape: the reports can be read without what is beside them", async () => {
    const folder = place("shape");
    await run("import", log, "--output", folder);
    const [first] = JSON.parse(readFileSync(join(folder, "grading_report_1.json"), "utf8")).competition_reports;
    expect(Object.keys(first).slice(0, 3)).toEqual(["competition_id", "score", "gold_threshold"]);
    writeGradingReport(join(folder, "other", "grading_report.json"), ["demo-a"], "g");
    expect((await run("report", join(folder, "other"))).exitCode).toBe(0);
  });

  test("takes grading reports, and several sets at once", async () => {
    writeGradingReport(place("theirs", "grading_report_1.json"), ["demo-a", "demo-b"], "g-");
    writeGradingReport(place("theirs", "grading_report_2.json"), ["demo-a", "demo-b"], "vi");
    const output = place("both");
    const { stdout, exitCode, stderr } = await run("import", log, place("theirs"), "--output", output, "--json");
    expect(exitCode, stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject([
      { label: "baseline", runs: 3, missing: 1, folder: join(output, "baseline") },
      { label: "theirs", runs: 4, missing: 0, files: [{}, {}, {}] },
    ]);
    expect(await reportOf(join(output, "theirs"))).toEqual(await reportOf(place("theirs")));
  });

  test("replaces nothing unless it is told to", async () => {
    const folder = place("kept");
    expect((await run("import", log, "--output", folder)).exitCode).toBe(0);
    const refused = await run("import", log, "--output", folder);
    expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining("--force")]);
    expect((await run("import", log, "--output", folder, "--force")).exitCode).toBe(0);
  });

  test("notices reports that were changed afterwards", async () => {
    const folder = place("changed");
    await run("import", log, "--output", folder);
    writeGradingReport(join(folder, "grading_report_1.json"), ["demo-a"], "g");
    const { exitCode, stderr } = await run("report", folder);
    expect(exitCode).not.toBe(0);
    expect(stderr).toMatch(/grading_report_1\.json has other runs than imported\.json beside it says.*Import again/s);
  });

  test("refuses run groups and what it cannot read, with the reason, and writes nothing", async () => {
    const output = place("nothing");
    const group = await run("import", "mine", "--output", output);
    expect([group.exitCode, group.stderr]).toEqual([2, expect.stringContaining("export mine --to upstream")]);
    writeFileSync(
      place("broken.json"),
      '{"version":2,"eval":{"task":"x","model":"m","dataset":{},"config":{}},"samples":[{}]}',
    );
    const broken = await run("import", place("broken.json"), "--output", output);
    expect(broken.exitCode).not.toBe(0);
    expect(broken.stderr).toMatch(/broken\.json: samples\[0\] is not a sample: `id`/);
    const missing = await run("import", place("mien.eval"), "--output", output);
    expect(missing.stderr).toContain("Did you mean `mine.eval`?");
    expect(existsSync(output)).toBe(false);
  });
});
