import { appendFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { prepareDemo } from "../support/demo-data.ts";
import { writeGoldenFiles } from "../support/golden-files.ts";
import { runCli } from "../support/run-cli.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const place = temporaryDirectory();
const cactus = writeGoldenFiles("aerial-cactus-identification", place("golden"));
const { id, answers, good, bad } = cactus;

describe("grade-sample", () => {
  test("prints score, medal and rank of a good submission and ends with 0", async () => {
    const { exitCode, stdout, stderr } = await runCli(["grade-sample", good.path, id, "--answers", answers]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(stdout).toContain(id);
    expect(stdout).toMatch(new RegExp(`score +${good.rounded} \\(higher is better\\)`));
    expect(stdout).toMatch(/medal +(gold|silver|bronze|none)/);
  });

  test("prints the reason of a bad submission and ends with 3", async () => {
    const { exitCode, stdout, stderr } = await runCli(["grade-sample", bad.path, id, "--answers", answers]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 3, stderr: "" });
    expect(stdout).toMatch(/score +none/);
    expect(stdout).toMatch(/invalid +\S.{10,}/);
  });

  test("answers that have changed since they were prepared are not blamed on the submission", async () => {
    const data = await prepareDemo("demo-plant-flowering");
    onTestFinished(() => rmSync(data, { recursive: true, force: true }));
    const prepared = join(data, "demo-plant-flowering", "prepared");
    appendFileSync(join(prepared, "private", "test.csv"), "one-more,1\n");
    const sample = join(prepared, "public", "sample_submission.csv");
    const graded = await runCli(["grade-sample", sample, "demo-plant-flowering", "--data-dir", data]);
    expect(graded.exitCode).toBe(1);
    expect(graded.stdout).toBe("");
    expect(graded.stderr).toContain("has changed since it was prepared");
  });

  test("--json prints the report", async () => {
    const { stdout } = await runCli(["grade-sample", good.path, id, "--answers", answers, "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      competition_id: id,
      score: good.rounded,
      valid_submission: true,
      submission_path: good.path,
      extra: { unrounded_score: good.score, failure: null },
    });
  });

  test("ranks against a leaderboard that is given", async () => {
    const leaderboard = place("leaderboard.csv");
    writeFileSync(leaderboard, `score\n${Array.from({ length: 200 }, (_, team) => 0.9 - team / 1000).join("\n")}\n`);
    const { stdout } = await runCli([
      ...["grade-sample", good.path, id, "--answers", answers, "--leaderboard", leaderboard, "--json"],
    ]);
    expect(JSON.parse(stdout)).toMatchObject({ extra: { teams: 200 } });
  });

  test("finds the answers in the data folder, by option or by environment", async () => {
    const folder = place("data", id, "prepared", "private");
    mkdirSync(folder, { recursive: true });
    cpSync(answers, join(folder, "test.csv"));
    const byOption = await runCli(["grade-sample", good.path, id, "--data-dir", place("data")]);
    const byEnvironment = await runCli(["grade-sample", good.path, id], {
      environment: { MLEBENCH_DATA_DIR: place("data") },
    });
    expect([byOption.exitCode, byEnvironment.exitCode]).toEqual([0, 0]);
    expect(byEnvironment.stdout).toBe(byOption.stdout);
  });

  test("without answers it says how to prepare them and ends with 1", async () => {
    const { exitCode, stderr } = await runCli(["grade-sample", good.path, id, "--data-dir", place("nothing")]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`mlebench prepare -c ${id}`);
    expect(stderr).not.toContain("    at ");
  });

  test("answers that are not there are our failure, not the submission's", async () => {
    const { exitCode, stdout, stderr } = await runCli([
      ...["grade-sample", good.path, id, "--answers", place("gone.csv"), "--json"],
    ]);
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout).error.message).toContain("gone.csv cannot be opened: it does not exist");
    expect(stderr).not.toContain("    at ");
  });

  test("an unknown competition is wrong usage, with the nearest ones", async () => {
    const { exitCode, stderr } = await runCli(["grade-sample", good.path, "aerial-cactus", "--answers", answers]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("Did you mean `aerial-cactus-identification`?");
  });

  test("a NaN score is a valid submission", async () => {
    const patents = writeGoldenFiles("us-patent-phrase-to-phrase-matching", place("golden"), 1000);
    const undefinedScore = patents.submissions.find((each) => each.score === "NaN")!;
    const parameters = ["grade-sample", undefinedScore.path, patents.id, "--answers", patents.answers];
    const { exitCode, stdout } = await runCli([...parameters, "--json"]);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      score: null,
      valid_submission: true,
      any_medal: false,
      extra: { unrounded_score: "NaN", failure: null },
    });
    expect((await runCli(parameters)).stdout).toMatch(/score +NaN/);
  });
});

describe("validate", () => {
  test("says that a good submission is valid, and not how well it scores", async () => {
    const { exitCode, stdout } = await runCli(["validate", good.path, id, "--answers", answers]);
    expect([exitCode, stdout]).toEqual([0, "Submission is valid.\n"]);
  });

  test("says what is wrong with a bad one", async () => {
    const { exitCode, stdout } = await runCli(["validate", bad.path, id, "--answers", answers, "--json"]);
    expect(exitCode).toBe(3);
    expect(JSON.parse(stdout)).toEqual({
      competition_id: id,
      submission_path: bad.path,
      valid: false,
      reason: expect.stringMatching(/.{10,}/),
    });
  });

  test("checks against a sample submission where there are no answers", async () => {
    const sample = place("sample_submission.csv");
    cpSync(good.path, sample);
    expect((await runCli(["validate", good.path, id, "--sample", sample])).exitCode).toBe(0);
    expect((await runCli(["validate", bad.path, id, "--sample", sample])).exitCode).toBe(3);
  });

  test("refuses a file that is not there or not a .csv file", async () => {
    writeFileSync(place("submission.txt"), "id,has_cactus\n");
    for (const path of [place("gone.csv"), place("submission.txt"), place()]) {
      const { exitCode, stdout } = await runCli(["validate", path, id, "--answers", answers]);
      expect(exitCode).toBe(3);
      expect(stdout).toContain(path);
    }
  });

  test("needs something to check against", async () => {
    const { exitCode, stderr } = await runCli(["validate", good.path, id, "--data-dir", place("nothing")]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain("is not prepared");
    expect((await runCli(["validate", good.path, id, "--answers", place("gone.csv")])).exitCode).toBe(1);
  });
});
