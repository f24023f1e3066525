import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { prepareDemo } from "../support/demo-data.ts";
import { plant } from "../support/run-agents.ts";
import { runCli } from "../support/run-cli.ts";

const data = await prepareDemo(plant);
const folder = join(data, plant, "rehearsal-5");
afterAll(() => rmSync(data, { recursive: true }));

describe("rehearse", () => {
  test("makes a rehearsal by whose answers grade-sample grades, without medals", async () => {
    rmSync(join(data, plant, "prepared", "private"), { recursive: true });
    const made = await runCli(["rehearse", "-c", plant, "--seed", "5", "--data-dir", data]);
    expect(made.exitCode).toBe(0);
    expect(made.stdout).toContain(folder);

    const submission = join(folder, "public", "sample_submission.csv");
    const graded = await runCli(["grade-sample", submission, plant, "--rehearsal", "5", "--data-dir", data]);
    expect(graded.exitCode).toBe(0);
    expect(graded.stdout).toMatch(/score +0.5 \(higher is better\)/);
    expect(graded.stdout).not.toContain("medal");
    const validated = await runCli(["validate", submission, plant, "--rehearsal", "5", "--data-dir", data]);
    expect(validated.stdout).toContain("Submission is valid.");
  });

  test("a submission for the competition itself is not valid in the rehearsal", async () => {
    const real = join(data, plant, "prepared", "public", "sample_submission.csv");
    const validated = await runCli(["validate", real, plant, "--rehearsal", "5", "--data-dir", data]);
    expect(validated.exitCode).toBe(3);
  });

  test("a rehearsal that does not exist is reported with the command that makes it", async () => {
    writeFileSync(join(data, "some.csv"), "plant_id,flowers\n");
    const { exitCode, stderr } = await runCli([
      ...["grade-sample", join(data, "some.csv"), plant, "--rehearsal", "6", "--data-dir", data],
    ]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`mlebench rehearse -c ${plant} --seed 6`);
  });

  test("says in JSON what failed, and goes on with the other competitions", async () => {
    const ids = ["spaceship-titanic", plant];
    const { exitCode, stdout } = await runCli(["rehearse", "-c", ...ids, "--seed", "5", "--data-dir", data, "--json"]);
    expect(exitCode).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject([
      { competition_id: "spaceship-titanic", outcome: "failed", public: null, error: { code: "missing-data" } },
      { competition_id: plant, outcome: "already-made", seed: 5, fraction: 0.1, private: join(folder, "private") },
    ]);
  });

  test("refuses a fraction that is not between 0 and 1", async () => {
    const { exitCode, stderr } = await runCli(["rehearse", "-c", plant, "--fraction", "1", "--data-dir", data]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("Expected a number between 0 and 1.");
  });
});
