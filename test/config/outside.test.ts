import { execFile } from "node:child_process";
import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { hasBubblewrap } from "../support/bubblewrap.ts";
import { sandboxOptions, theGroup } from "../support/run-agents.ts";
import { type CliOptions, runCli } from "../support/run-cli.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const place = temporaryDirectory();
const directory = place("project");
const id = "harbour-tides";
const prepared = join(directory, "own-data", id, "prepared");
const sample = join(prepared, "public", "sample_submission.csv");

/** Runs the command in the folder with the config file. */
const mlebench = (parameters: readonly string[], options: CliOptions = {}) =>
  runCli(parameters, { directory, ...options });

beforeAll(async () => {
  cpSync(fileURLToPath(new URL("../fixtures/outside", import.meta.url)), directory, { recursive: true });
  const { exitCode, stderr } = await mlebench(["prepare", "--split", "sea"]);
  expect(exitCode, stderr).toBe(0);
});

describe("a competition from outside the package", () => {
  test("is prepared from the raw data and the description that come with it", () => {
    expect(readFileSync(join(prepared, "public", "description.md"), "utf8")).toContain("# Harbour tides");
    expect(existsSync(join(prepared, "private", "test.csv"))).toBe(true);
  });

  test("is listed, shown and in splits", async () => {
    const ids = async (...more: string[]) =>
      JSON.parse((await mlebench(["list", "--json", ...more])).stdout).map(
        (each: { competition_id: string }) => each.competition_id,
      );
    expect(await ids()).toContain(id);
    expect(await ids("--split", "config")).toEqual([id]);
    expect(await ids("--split", "sea-and-land")).toEqual([id, "demo-plant-flowering"]);
    const shown = JSON.parse((await mlebench(["show", id, "--json"])).stdout);
    expect(shown).toMatchObject({ better: "lower", teams: 12, sample_score: null, complexity: "custom" });
    expect(shown.thresholds).toEqual({ gold: 0.12, silver: 0.15, bronze: 0.22, median: 0.38 });
  });

  test("is graded in this process, in threads, and by the library", async () => {
    const answers = join(prepared, "private", "test.csv");
    const alone = JSON.parse((await mlebench(["grade-sample", answers, id, "--json"])).stdout);
    expect(alone).toMatchObject({ score: 0, gold_medal: true });
    const line = (path: string) => `${JSON.stringify({ competition_id: id, submission_path: path })}\n`;
    writeFileSync(place("list.jsonl"), line(answers) + line(sample));
    const batch = ["grade", "--submission", place("list.jsonl"), "--output-dir", place("reports"), "--json"];
    const { competition_reports: reports } = JSON.parse((await mlebench(batch)).stdout);
    expect(reports.map((each: { score: number }) => each.score)).toEqual([0, 1.58446]);

    const program = `
      import { getCompetition, gradeSubmission, useConfig } from "${new URL("../../dist/index.js", import.meta.url).href}";
      await useConfig("mlebench.config.js");
      const [submissionPath, answers] = process.argv.slice(2);
      console.log(gradeSubmission(await getCompetition("${id}"), { submissionPath, answers }).score);`;
    writeFileSync(place("program.mjs"), program);
    const { stdout } = await promisify(execFile)(process.execPath, [place("program.mjs"), sample, answers], {
      cwd: directory,
    });
    expect(stdout).toBe("1.58446\n");
  });

  test("refuses submissions with the package's own errors", async () => {
    writeFileSync(place("negative.csv"), readFileSync(sample, "utf8").replaceAll(",0.5", ",-1"));
    const { stdout } = await mlebench(["grade-sample", place("negative.csv"), id, "--json"]);
    expect(JSON.parse(stdout).extra.failure).toEqual({
      kind: "invalid",
      reason: "A tide cannot have a negative height.",
    });
  });
});

describe("an agent from outside the package", () => {
  test("runs with its settings, validates its file inside and is graded; limits and folders are the config file's", async () => {
    const parameters = ["--agent", "mean", "--set", "offset=0.1", "-c", id];
    const { exitCode, stderr } = await mlebench(["run", ...parameters, ...sandboxOptions(parameters)]);
    expect(exitCode, stderr).toBe(0);
    const group = theGroup(join(directory, "own-runs"));
    const plan = JSON.parse(readFileSync(join(group.folder, "group.json"), "utf8"));
    expect(plan.agent).toMatchObject({ name: "mean", settings: { offset: 0.1 } });
    expect(plan.limits).toMatchObject({ wallClockMs: 600_000, cpus: 1 });
    const run = group.run(`${id}_seed-0`);
    expect(run.output).toContain("Submission is valid.");
    expect(JSON.parse(run.read("grade.json")).report.score).toBe(0.42985);
  });

  test("is another agent once its code has changed", async () => {
    const file = join(directory, "agents", "mean-agent.js");
    const parameters = ["--agent", "mean", "-c", id, "--run-dir", place("changing")];
    const run = () => mlebench(["run", ...parameters, ...sandboxOptions(parameters)]);
    expect((await run()).exitCode).toBe(0);
    const text = readFileSync(file, "utf8");
    writeFileSync(file, `${text}// changed\n`);
    const { exitCode, stderr } = await run();
    writeFileSync(file, text);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("has changed since the run group")]);
    expect(stderr).toMatch(/\(code\): expected content .*, found /);
    expect(stderr).toMatch(/cp -a \S+ \S+mean-agent\.js/);
  });

  test("is listed with its settings", async () => {
    expect((await mlebench(["agents"])).stdout).toContain("submits the mean of the training data");
    expect((await mlebench(["agents", "show", "mean"])).stdout).toContain("what to add to the mean");
    expect((await mlebench(["run", "--agent", "mean", "--set", "ofset=1", "-c", id])).stderr).toContain(
      "Did you mean `offset`?",
    );
  });
});

test("an agent whose files are the whole project does not see the raw data of its competitions", async () => {
  const parameters = ["-c", id, "--agent-dir", directory, "--run-dir", place("project-runs")];
  const sandbox = hasBubblewrap ? ["--sandbox", "bubblewrap"] : ["--sandbox", "local", "--allow-unsafe"];
  const { stderr } = await mlebench(["run", ...parameters, ...sandbox, "--", "sh", "-c", 'ls -R "$AGENT_DIR"']);
  const { output } = theGroup(place("project-runs"), stderr).run(`${id}_seed-0`);
  expect(output).toContain("competition.js");
  expect(output).not.toContain("tides.csv");
});
