import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { writeGradingReport } from "../support/grading-reports.ts";
import { makeRunGroup } from "../support/make-run-group.ts";
import { runCli } from "../support/run-cli.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const place = temporaryDirectory();
const runs = place("runs");

beforeAll(async () => {
  await makeRunGroup(join(runs, "mine"), {
    name: "mine",
    competitions: ["demo-a"],
    seeds: [0, 1, 2],
    run: (id) =>
      id === "demo-a_seed-0"
        ? { score: 0.96, medal: "gold" }
        : id === "demo-a_seed-1"
          ? { invalid: true, failure: 'Column "target", or "label",\nis missing.' }
          : { end: "infrastructure-error" },
  });
  writeGradingReport(place("reports", "grading_report_1.json"), ["demo-a", "demo-b"], "g-");
});

const exportResults = (...parameters: string[]) => runCli(["export", ...parameters, "--run-dir", runs]);

describe("export", () => {
  test("prints one table as CSV that keeps commas, quotes and line breaks", async () => {
    const { stdout, exitCode } = await exportResults("mine", "--to", "csv", "--table", "runs");
    expect(exitCode).toBe(0);
    expect(stdout.split("\r\n")).toHaveLength(5);
    expect(stdout).toContain(',"Column ""target"", or ""label"",\nis missing.",finished,');
  });

  test("leaves empty what a source does not say", async () => {
    const { stdout } = await exportResults(place("reports"), "--to", "jsonl", "--table", "runs");
    const [, second] = stdout.split("\n").map((line) => JSON.parse(line || "null"));
    expect(second).toMatchObject({ competition_id: "demo-b", status: "graded", valid_submission: false, score: null });
    expect(second).toMatchObject({ seed: null, run: null, end: null, elapsed_ms: null, cost_usd: null, network: null });
  });

  test("refuses to replace a file, unless it is told to", async () => {
    const file = place("out.csv");
    writeFileSync(file, "mine");
    const parameters = ["mine", "--to", "csv", "--table", "runs", "--output", file];
    const refused = await exportResults(...parameters);
    expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining("--force")]);
    expect(readFileSync(file, "utf8")).toBe("mine");
    expect((await exportResults(...parameters, "--force")).exitCode).toBe(0);
    expect(readFileSync(file, "utf8")).toMatch(/^result_set,/);
    expect(readdirSync(place()).filter((name) => name.startsWith("."))).toEqual([]);
  });

  test("writes one file per table into a folder", async () => {
    const folder = place("tables");
    const { exitCode, stdout } = await exportResults("mine", "--to", "csv", "--output", folder, "--json");
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout).files).toContainEqual({ path: join(folder, "runs.csv"), bytes: expect.any(Number) });
    expect(existsSync(join(folder, "runs.csv"))).toBe(true);
  });

  test("prints a JUnit file, and writes it into an existing folder", async () => {
    const printed = await exportResults("mine", "--to", "junit");
    expect(printed.stdout).toContain('<testsuites name="mlebench" tests="3" failures="1" errors="0" skipped="1">');
    await exportResults("mine", "--to", "junit", "--output", place());
    expect(readFileSync(place("junit.xml"), "utf8")).toBe(printed.stdout);
  });

  test("writes grading reports that give the group's figures, and says what they lack", async () => {
    const { stderr } = await exportResults("mine", "--to", "upstream", "--output", place("upstream"));
    expect(stderr).toContain("1 run without a result is not in the reports.");
    const figures = async (name: string) => {
      const [report] = JSON.parse((await runCli(["report", name, "--run-dir", runs, "--json"])).stdout);
      return report.splits;
    };
    expect(await figures(place("upstream"))).toEqual(await figures("mine"));
  });

  test("names the file that is damaged", async () => {
    await makeRunGroup(join(runs, "damaged"), { name: "damaged", competitions: ["demo-a"], seeds: [0] });
    writeFileSync(join(runs, "damaged", "demo-a_seed-0", "calls.jsonl"), "no JSON\n");
    const { exitCode, stderr } = await exportResults("damaged", "--to", "csv", "--table", "calls");
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringMatching(/calls\.jsonl holds a line that is not JSON.*verify/),
    ]);
  });

  test.each([
    [["--to", "cvs"], "Did you mean `csv`?"],
    [["--to", "csv", "--table", "run"], "Did you mean `runs`?"],
    [["--to", "csv"], "Name a folder to write with --output, or one table with --table."],
    [["--to", "csv", "--table", "runs", "--json"], "--output"],
    [["--to", "parquet", "--table", "runs"], "Name a file to write with --output."],
    [["--to", "upstream"], "Name a folder to write with --output."],
    [["--to", "junit", "--table", "runs"], "--table does not go with --to junit"],
    [["--to", "csv", "--output", join(runs, "mine", "group.json")], "is a file"],
  ])("%j: says what to do instead", async (parameters, advice) => {
    const { exitCode, stderr } = await exportResults("mine", ...parameters);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(advice)]);
  });
});
