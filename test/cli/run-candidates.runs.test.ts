import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { RunGrade } from "../../src/runs/state/read-grade.ts";
import { verifyGroup } from "../../src/runs/verification/verify-group.ts";
import { plainSandboxes } from "../support/bubblewrap.ts";
import {
  type GroupFolder,
  plant,
  type RanGroup,
  runGround,
  submitSample,
  theGroup,
  until,
} from "../support/run-agents.ts";
import { runCli } from "../support/run-cli.ts";
import { waitForFile } from "../support/sandbox-folders.ts";

const ground = await runGround(plant);

/** Submits the sample with other predictions for every step. */
const better = (step: string): string =>
  `awk -F, -v OFS=, -v t="${step}" 'NR>1 { $NF = (NR % 7) / 7 ^ t } { print }' "$DATA_DIR/sample_submission.csv" > next; mv next "$SUBMISSION_DIR/submission.csv"`;

describe("submissions during a run", () => {
  let ran: RanGroup;
  beforeAll(async () => {
    const noTable = 'echo no,table > "$SUBMISSION_DIR/submission.csv"';
    const steps = [submitSample, better("1"), submitSample, noTable, better("2")];
    const script = steps.map((step, index) => `${step}; ${waitForFile(`seen-${index + 1}`)}`).join("; ");
    const runs = ground.fresh();
    const command = ["--", "/bin/sh", "-c", `${script}; echo "import x" > "$CODE_DIR/x"`];
    const running = ground.run(["--run-dir", runs, "--time-limit", "600", ...command]);
    for (let step = 1; step <= steps.length; step += 1) {
      await until(`candidate ${step}`, () => {
        const { events } = theGroup(runs).run();
        const types = events.map(({ type }) => type);
        return types.filter((type) => type === "candidate").length === step && (step === 1 || types.includes("usage"));
      });
      writeFileSync(theGroup(runs).run().place("workspace", "code", `seen-${step}`), "");
    }
    ran = await running;
  });

  test("become candidates with times and scores, the last one being the submission", () => {
    expect(ran.exitCode, ran.stderr).toBe(0);
    const { read, events } = ran.group.run();
    const { report, candidates } = JSON.parse(read("grade.json")) as RunGrade;
    expect(candidates.map(({ file }) => file)).toEqual([1, 2, 3, 4, 5].map((number) => `candidates/${number}.csv`));
    expect(candidates.map(({ valid }) => valid)).toEqual([true, true, true, false, true]);
    expect(candidates.map(({ score }) => score)).toEqual([0.5, expect.any(Number), 0.5, null, report.score]);
    expect(candidates[1]!.score).not.toBe(0.5);
    const times = candidates.map(({ elapsedMs }) => elapsedMs);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(read("candidates", "5.csv")).toBe(read("submission.csv"));
    expect(events.filter(({ type }) => type === "candidate")).toHaveLength(5);
    expect(events.find(({ type }) => type === "usage")).toMatchObject({ diskBytes: expect.any(Number) });
    expect(ran.stderr.match(/: a new submission after \d:\d\d\n/g)).toHaveLength(5);
  });

  test("can be seen as a score over time", async () => {
    const shown = await runCli(["runs", "show", ran.group.run().folder]);
    expect(shown.stdout).toMatch(/candidates\/1.csv +\d:\d\d +0.5 /);
    expect(shown.stdout).toMatch(/candidates\/5.csv +\d:\d\d /);
  });

  test("cannot be changed afterwards without `verify` naming the file", async () => {
    const { folder } = ran.group;
    const run = `${plant}_seed-0`;
    const intact = await runCli(["verify", folder]);
    expect(intact).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(": intact (1 run, ") });
    const head = intact.stdout.trim().split(" ").at(-1)!;
    const inRun = ["run.json", "events.jsonl", "output.log", "candidates/1.csv", "submission.csv", "grade.json"];
    const files = [...inRun, "files.sha256", "code/x"].map((name) => `${run}/${name}`);
    // The output is empty: there is no byte to change, but one can be added.
    const named = await Promise.all(
      [...files, "group.json", "events.jsonl", "metadata.json", "submission.jsonl"].map(async (name) => {
        const copy = copyOf(ran.group);
        const changed = readFileSync(join(copy, name));
        const middle = Math.floor(changed.length / 2);
        rmSync(join(copy, name));
        writeFileSync(join(copy, name), changed.length === 0 ? "x" : changed.with(middle, changed[middle]! ^ 1));
        const { problems } = await verifyGroup(copy, { head });
        return { copy, name, isNamed: problems.some(({ file }) => file === name) };
      }),
    );
    expect(named.filter(({ isNamed }) => !isNamed)).toEqual([]);
    const { copy, name } = named[0]!;
    const verified = await runCli(["verify", copy, "--head", head]);
    expect(verified).toMatchObject({ exitCode: 3, stderr: expect.stringContaining(`CHANGED  ${name}: `) });
  });
});

function copyOf({ folder }: GroupFolder): string {
  const target = join(ground.fresh(), "copy");
  cpSync(folder, target, { recursive: true, verbatimSymlinks: true });
  return target;
}

/** Runs each of these scripts with a seed of its own, all in one group. */
function runScripts(sandbox: string, scripts: readonly string[]): Promise<RanGroup> {
  const cases = scripts.map((script, seed) => `${seed}) ${script};;`).join("\n");
  const options = ["--sandbox", sandbox, "--time-limit", "600", "--seeds", String(scripts.length), "--jobs", "2"];
  return ground.run([...options, "--", "/bin/sh", "-c", `case $SEED in\n${cases}\nesac`]);
}

describe("whatever an agent leaves, its run is sealed and verified:", () => {
  const deep = 'name=$(printf "%0200d" 0); for level in $(seq 40); do mkdir $name && cd $name; done; echo x > file';
  const left = {
    "names that are no text": `touch "$CODE_DIR/$(printf '\\377x')" "$SUBMISSION_DIR/$(printf '\\377x')"; mkdir "$LOGS_DIR/$(printf 'a\\nb')"`,
    "folders deeper than a path can be": `for folder in "$CODE_DIR" "$SUBMISSION_DIR"; do cd "$folder"; ${deep}; done`,
    "files and folders without rights":
      'echo x > "$CODE_DIR/x"; chmod 0 "$CODE_DIR/x" "$CODE_DIR" "$SUBMISSION_DIR"/* "$SUBMISSION_DIR"',
  };
  // In bubblewrap the three folders are mounts, which cannot be replaced.
  const replaced = {
    "links in the place of folders": 'rmdir "$CODE_DIR" "$LOGS_DIR"; ln -s /etc "$CODE_DIR"; mkfifo "$LOGS_DIR"',
  };

  test.each([
    { names: Object.keys(left).join(", "), sandbox: plainSandboxes[0]!, scripts: Object.values(left) },
    { names: Object.keys(replaced).join(", "), sandbox: "local", scripts: Object.values(replaced) },
  ])("$names", async ({ sandbox, scripts }) => {
    const ran = await runScripts(
      sandbox,
      scripts.map((script) => `${submitSample}; ${script}`),
    );
    expect(ran.exitCode, ran.stderr).toBe(0);
    const verified = await runCli(["verify", ran.group.folder]);
    expect(verified.exitCode, verified.stderr).toBe(0);
    for (const seed of scripts.keys()) {
      expect(ran.group.run(`${plant}_seed-${seed}`).place("workspace")).not.toSatisfy(existsSync);
    }
  });
});

test("a submission full of holes is not copied aside beyond the disk limit", async () => {
  const write = 'truncate -s 100m "$SUBMISSION_DIR/submission.csv"';
  const script = `${submitSample}; sleep 1; ${write}; sleep 1; ${submitSample}`;
  const ran = await ground.run(["--time-limit", "600", "--disk", "50m", "--", "/bin/sh", "-c", script]);
  expect(ran.exitCode, ran.stderr).toBe(0);
  const candidates = ran.group.run().events.filter(({ type }) => type === "candidate");
  expect(candidates).toHaveLength(1);
});

describe("no submission is", () => {
  const kinds = {
    "a link": 'ln -s "$DATA_DIR/sample_submission.csv" "$SUBMISSION_DIR/submission.csv"',
    "a folder": 'mkdir "$SUBMISSION_DIR/submission.csv"; cp "$DATA_DIR"/*.csv "$SUBMISSION_DIR/submission.csv"',
    "a pipe": 'mkfifo "$SUBMISSION_DIR/submission.csv"',
    "a folder that is a link": 'rmdir "$SUBMISSION_DIR" && ln -s "$DATA_DIR" "$SUBMISSION_DIR"',
    "a file of another name": 'cp "$DATA_DIR/sample_submission.csv" "$SUBMISSION_DIR/submission.CSV"',
  };
  let ran: RanGroup;
  beforeAll(async () => {
    ran = await runScripts(
      "local",
      Object.values(kinds).map((script) => `${script}; sleep 0.3`),
    );
  });

  test.each([...Object.keys(kinds).entries()])("seed %i: %s", (seed) => {
    const run = ran.group.run(`${plant}_seed-${seed}`);
    expect(ran.exitCode).toBe(3);
    expect(ran.stderr).toContain(`_seed-${seed}: finished, no submission`);
    expect(run.place("submission.csv")).not.toSatisfy(existsSync);
    expect(run.place("candidates")).not.toSatisfy(existsSync);
    expect(run.events.find(({ type }) => type === "sealed")).toMatchObject({ submission: null });
    expect(JSON.parse(run.read("grade.json")).report).toMatchObject({
      submission_exists: false,
      valid_submission: false,
    });
  });

  test("one that cannot be graded, which is an invalid one", async () => {
    const script = 'printf "id,wrong\\n1,2\\n" > "$SUBMISSION_DIR/submission.csv"';
    const ran = await ground.run(["--sandbox", "local", "--time-limit", "600", "--", "/bin/sh", "-c", script]);
    expect(ran.exitCode).toBe(3);
    expect(ran.stderr).toContain("finished, invalid submission");
    expect(ran.stdout).toMatch(/ 0\/1 +0\/1\n/);
  });
});
