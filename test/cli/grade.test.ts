import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { writeGoldenFiles } from "../support/golden-files.ts";
import { runCli } from "../support/run-cli.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const place = temporaryDirectory();
const cactus = writeGoldenFiles("aerial-cactus-identification", place("golden"));
const spooky = writeGoldenFiles("spooky-author-identification", place("golden"));
let count = 0;

interface Line {
  readonly competition_id: string;
  readonly submission_path: string | null;
  readonly answers_path?: string;
}

const line = (files: typeof cactus, path: string | null = files.good.path): Line => ({
  competition_id: files.id,
  submission_path: path,
  answers_path: files.answers,
});

/** Runs `grade` over lines, given as objects or as they stand in the file, and reads the report it wrote. */
async function grade(lines: readonly (Line | string)[], ...options: string[]) {
  const list = place(`list-${count}.jsonl`);
  const output = place(`output-${count++}`);
  writeFileSync(list, lines.map((each) => (typeof each === "string" ? each : JSON.stringify(each))).join("\n"));
  const result = await runCli(["grade", "--submission", list, "--output-dir", output, ...options]);
  return { ...result, report: readReport(output) };
}

function readReport(folder: string) {
  const files = readdirSync(folder);
  expect(files).toHaveLength(1);
  expect(files[0]).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-GMT_grading_report\.json$/);
  return JSON.parse(readFileSync(join(folder, files[0]!), "utf8"));
}

describe("grade --submission", () => {
  test("writes a report with upstream's keys in upstream's order, and ours in `extra`", async () => {
    const { exitCode, report, stderr } = await grade([line(cactus)]);
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(/^Report: .*_grading_report\.json\n$/);
    expect(Object.keys(report)).toEqual([
      ...["total_runs", "total_runs_with_submissions", "total_valid_submissions", "total_medals"],
      ...["total_gold_medals", "total_silver_medals", "total_bronze_medals", "total_above_median"],
      "competition_reports",
    ]);
    expect(Object.keys(report.competition_reports[0])).toEqual([
      ...["competition_id", "score", "gold_threshold", "silver_threshold", "bronze_threshold", "median_threshold"],
      ...["any_medal", "gold_medal", "silver_medal", "bronze_medal", "above_median", "submission_exists"],
      ...["valid_submission", "is_lower_better", "created_at", "submission_path", "extra"],
    ]);
    expect(Object.keys(report.competition_reports[0].extra)).toEqual(
      expect.arrayContaining(["unrounded_score", "edition", "percentile", "failure", "duration_ms"]),
    );
    expect(report.competition_reports[0]).toMatchObject({
      competition_id: cactus.id,
      score: cactus.good.rounded,
      submission_path: cactus.good.path,
      extra: { unrounded_score: cactus.good.score, edition: "v1", failure: null },
    });
  });

  test("passes over comments and blank lines, and names broken lines without stopping", async () => {
    const { exitCode, report, stderr } = await grade([
      "# a comment",
      "",
      line(cactus),
      "// another comment",
      "{ not json",
      JSON.stringify({ competition_id: cactus.id }),
      JSON.stringify({ ...line(cactus), competition_id: "aerial-cactus-identificaton" }),
      line(spooky),
    ]);
    expect(exitCode).toBe(3);
    expect(report.competition_reports.map((each: Line) => each.competition_id)).toEqual([cactus.id, spooky.id]);
    expect(report.total_valid_submissions).toBe(2);
    expect(report.extra.skipped.map((each: { line: number }) => each.line)).toEqual([5, 6, 7]);
    expect(stderr).toContain("Line 5 was skipped: not JSON");
    expect(stderr).toMatch(/Line 6 was skipped: .*submission_path/);
    expect(stderr).toContain("Did you mean `aerial-cactus-identification`?");
  });

  test("one item that cannot be graded never stops the others", async () => {
    const { exitCode, report } = await grade([
      line(cactus, cactus.bad.path),
      line(cactus, place("nowhere.csv")),
      line(cactus, null),
      { ...line(cactus), answers_path: place("no-answers.csv") },
      { ...line(cactus), answers_path: place() },
      { competition_id: cactus.id, submission_path: cactus.good.path },
      line(cactus),
    ]);
    const reports = report.competition_reports;
    expect(exitCode).toBe(3);
    expect(reports.map((each: { score: number | null }) => each.score)).toEqual([
      ...Array(6).fill(null),
      cactus.good.rounded,
    ]);
    expect(reports.map((each: { submission_exists: boolean }) => each.submission_exists)).toEqual([
      ...[true, false, false, true, true, true, true],
    ]);
    expect(reports.map((each: { extra: { failure: { kind: string } | null } }) => each.extra.failure?.kind)).toEqual([
      ...["invalid", "unreadable", "unreadable", "grader-error", "grader-error", "grader-error", undefined],
    ]);
    expect(reports[2].submission_path).toBe("None");
    expect(reports[3].extra.failure.reason).toContain("it does not exist");
    expect(reports[5].extra.failure.reason).toContain(`mlebench prepare -c ${cactus.id}`);
    expect(report).toMatchObject({ total_runs: 7, total_runs_with_submissions: 5, total_valid_submissions: 1 });
  });

  test("more items than workers: every report is there, in the order of the list", async () => {
    const all = [cactus, spooky].flatMap((files) => files.submissions.map((each) => ({ files, each })));
    const shuffled = all.map((_, index) => all[(index * 7) % all.length]!);
    expect(new Set(shuffled).size).toBe(all.length);
    for (const jobs of ["1", "3"]) {
      const { report } = await grade(
        shuffled.map(({ files, each }) => line(files, each.path)),
        "--jobs",
        jobs,
      );
      expect(report.competition_reports.map((each: Line) => each.submission_path)).toEqual(
        shuffled.map(({ each }) => each.path),
      );
      expect(
        report.competition_reports.map((each: { extra: { unrounded_score: unknown } }) => each.extra.unrounded_score),
      ).toEqual(shuffled.map(({ each }) => each.score ?? null));
    }
  });

  test("--json prints the report that is written", async () => {
    const { stdout, report } = await grade([line(cactus), line(cactus, cactus.bad.path)], "--json");
    expect(JSON.parse(stdout)).toEqual(report);
  });

  test("without --json it prints a line per submission and the totals", async () => {
    const { stdout } = await grade([line(cactus), line(cactus, cactus.bad.path)]);
    expect(stdout).toContain(String(cactus.good.rounded));
    expect(stdout).toContain("2 runs: 2 submissions, 1 valid");
  });

  test("answers are found in the data folder", async () => {
    const folder = place("data", cactus.id, "prepared", "private");
    mkdirSync(folder, { recursive: true });
    cpSync(cactus.answers, join(folder, "test.csv"));
    const item = { competition_id: cactus.id, submission_path: cactus.good.path };
    const { exitCode, report } = await grade([item], "--data-dir", place("data"));
    expect([exitCode, report.competition_reports[0].score]).toEqual([0, cactus.good.rounded]);
  });

  test("an empty list is graded to an empty report", async () => {
    const { exitCode, report } = await grade(["# nothing yet"]);
    expect([exitCode, report.total_runs]).toEqual([0, 0]);
  });

  test("a list, an output folder or options that make no sense are wrong usage", async () => {
    const list = place("list.jsonl");
    writeFileSync(list, JSON.stringify(line(cactus)));
    writeFileSync(place("a-file"), "");
    const cases: [string[], RegExp][] = [
      [["--submission", place("gone.jsonl"), "--output-dir", place("o")], /cannot be read/],
      [["--submission", list, "--output-dir", place("a-file")], /cannot be written/],
      [["--submission", list, "--runs", place(), "--output-dir", place("o")], /not both/],
      [["--output-dir", place("o")], /Nothing to grade/],
      [["--submission", list], /--output-dir/],
      [["--submission", list, "--output-dir", place("o"), "--jobs", "none"], /whole number/],
      [["--submission", list, "--output-dir", place("o"), "--no-such-option"], /unknown option/],
    ];
    for (const [parameters, message] of cases) {
      const { exitCode, stdout, stderr } = await runCli(["grade", ...parameters]);
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
      expect(stderr).toMatch(message);
      expect(stderr).not.toContain("    at ");
    }
  });
});

describe("grade --runs", () => {
  const run = (...path: string[]): string => {
    mkdirSync(place("runs", ...path), { recursive: true });
    return place("runs", ...path);
  };
  cpSync(cactus.good.path, join(run("group-a", `${cactus.id}_7f3a`, "submission"), "submission.csv"));
  cpSync(spooky.good.path, join(run("group-a", `${spooky.id}_91bc`), "submission.csv"));
  run("group-a", `${spooky.id}_empty`, "submission");
  writeFileSync(join(run("group-b", "first"), "run.json"), JSON.stringify({ competition: cactus.id }));
  cpSync(cactus.bad.path, join(run("group-b", "first"), "submission.csv"));
  run("group-b", "something-else");
  for (const files of [cactus, spooky]) {
    const folder = place("run-data", files.id, "prepared", "private");
    mkdirSync(folder, { recursive: true });
    cpSync(files.answers, join(folder, "test.csv"));
  }

  test("finds the submissions of upstream's and of our run folders, also the missing ones", async () => {
    const output = place("runs-output");
    const { exitCode } = await runCli([
      ...["grade", "--runs", place("runs"), "--output-dir", output, "--data-dir", place("run-data")],
    ]);
    const report = readReport(output);
    expect(exitCode).toBe(3);
    expect(
      report.competition_reports.map((each: Line & { score: number | null; submission_exists: boolean }) => [
        each.competition_id,
        each.score,
        each.submission_exists,
      ]),
    ).toEqual([
      [cactus.id, cactus.good.rounded, true],
      [spooky.id, spooky.good.rounded, true],
      [spooky.id, null, false],
      [cactus.id, null, true],
    ]);
  });

  test("takes a run group as well, and follows links to run folders", async () => {
    mkdirSync(place("linked"));
    symlinkSync(place("runs", "group-a", `${cactus.id}_7f3a`), place("linked", `${cactus.id}_1`));
    symlinkSync(place("linked"), place("linked", "loop"));
    const output = place("linked-output");
    const { exitCode } = await runCli([
      ...["grade", "--runs", place("linked"), "--output-dir", output, "--data-dir", place("run-data")],
    ]);
    expect(exitCode).toBe(0);
    expect(readReport(output).competition_reports[0].score).toBe(cactus.good.rounded);
  });

  test("a folder without runs is wrong usage", async () => {
    mkdirSync(place("no-runs"));
    for (const folder of [place("no-runs"), place("gone")]) {
      const { exitCode, stderr } = await runCli(["grade", "--runs", folder, "--output-dir", place("o")]);
      expect(exitCode).toBe(2);
      expect(stderr).toContain(folder);
    }
  });
});
