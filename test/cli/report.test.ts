import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { loadSplit } from "../../src/facts/splits.ts";
import { writeGradingReport } from "../support/grading-reports.ts";
import { type MadeRun, makeRunGroup } from "../support/make-run-group.ts";
import { referenceData } from "../support/reference-data.ts";
import { runCli } from "../support/run-cli.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const place = temporaryDirectory();
const runs = place("runs");
const low = loadSplit("low");

const outcomes: Readonly<Record<string, MadeRun>> = {
  "demo-a_seed-0": { score: 0.96, medal: "gold" },
  "demo-a_seed-1": { invalid: true, failure: 'Column "target" is missing.' },
  "demo-b_seed-0": { end: "limit", score: null, reason: "It reached its time limit of 1 h 0 min." },
  "demo-b_seed-1": {
    end: "agent-error",
    score: null,
    output: "working\nModuleNotFoundError: No module named 'torch'\n",
  },
};

beforeAll(async () => {
  await makeRunGroup(join(runs, "mine"), {
    name: "mine",
    competitions: ["demo-a", "demo-b"],
    seeds: [0, 1],
    run: (id) => outcomes[id]!,
  });
  await makeRunGroup(join(runs, "unfinished"), {
    name: "unfinished",
    competitions: ["demo-a"],
    run: () => ({ until: "planned" }),
    host: "none",
  });
  await makeRunGroup(join(runs, "timed"), {
    name: "timed",
    competitions: ["spaceship-titanic"],
    seeds: [0, 1],
    model: "scripted/script.yaml",
    run: () => ({ score: 0.82066, medal: "gold", candidates: 3, elapsedMs: 3_600_000, rehearsals: [0.9] }),
  });
  for (const seed of [1, 2]) {
    writeGradingReport(place("reports", `grading_report_${seed}.json`), low, "gs".padEnd(22, seed === 1 ? "v" : "-"));
  }
});

const report = (...parameters: string[]) => runCli(["report", ...parameters, "--run-dir", runs]);

describe("report", () => {
  test("prints medals by split with their standard error and interval, and what both mean", async () => {
    const { stdout, exitCode } = await report(place("reports"));
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^low \(22\) +9\.09 ± 0\.00 +0\.00 to 22\.73 +4\.55 ± 0\.00 /m);
    expect(stdout).toMatch(/^± is the standard error over seeds/m);
    expect(stdout).toMatch(/^The 95 % interval is about any medal %/m);
    expect(stdout).toMatch(/^all is not reported: 53 of its 75 competitions have no graded run: .* and 49 more\./m);
  });

  test("adds 20 of 22 where leaving out the closed competitions changes the figures", async () => {
    expect((await report(place("reports"))).stdout).toMatch(/^low \(20\) +10\.00 ± 0\.00 /m);
  });

  test("says why runs failed, by kind, with an example", async () => {
    const { stdout } = await report("mine");
    expect(stdout).toMatch(/^selected \(2\) +25\.00 ± 25\.00 /m);
    expect(stdout).toContain("1 of 4 graded runs have a valid submission (25.0 %).");
    expect(stdout).toMatch(/^wrong columns +1 +demo-a: Column "target" is missing\.$/m);
    expect(stdout).toMatch(/^time limit +1 +demo-b: It reached its time limit of 1 h 0 min\.$/m);
    expect(stdout).toMatch(/^agent error: import error +1 +demo-b: ModuleNotFoundError: No module named 'torch'$/m);
  });

  test("says where the agent stands on the leaderboards", async () => {
    const { stdout } = await report(place("reports"));
    expect(stdout).toMatch(/^split +percentile +HumanRank +normalised +competitions$/m);
    expect(stdout).toMatch(/^low \(22\) +\d+\.\d, \d+\.\d +\d+\.\d, \d+\.\d +0\.\d{3}, 0\.\d{3} +22\/22$/m);
    expect(stdout).not.toContain("to gold");
  });

  test("shows with --details what each competition's score lacks for a medal", async () => {
    const { stdout } = await report(place("reports"), "--details");
    expect(stdout).toMatch(/^aerial-cactus-identification +0\.9600 ± 0\.0000 +higher +2\/2 .* reached +reached /m);
    expect(stdout).toMatch(/^aptos2019-blindness-detection +0\.9100 .* 0\.04 \(16 %\) +reached /m);
  });

  test("shows with --details how each category, complexity and size went", async () => {
    const { stdout } = await report(place("reports"), "--details");
    expect(stdout).toMatch(/^category +competitions +runs +any medal % +percentile +valid % +failures$/m);
    expect(stdout).toMatch(/^low +22 +44 +9\.1 +\d+\.\d +\d+\.\d +20 no submission$/m);
    expect(stdout).toMatch(/^under 1 GB +\d+ +/m);
  });

  test("says how long agents worked and what their model calls cost, as far as the records say", async () => {
    const { stdout } = await report("timed");
    expect(stdout).toContain("The agent worked 2 h 0 min in 2 runs: 1.00 medals per hour.");
    expect(stdout).toContain("The first valid submission came after 15 min 0 s (median of 2 runs).");
    expect(stdout).toContain("At 10 % of its time a run had reached 0 % of its final normalised score, at 50 % ");
    expect(stdout).toContain(
      "Model calls of 2 runs cost $0.00: $0.00 per run, $0.00 per competition, $0.00 per medal.",
    );
    expect(stdout).not.toContain("Where the time went");
    expect((await report(place("reports"))).stdout).not.toMatch(/worked|cost/);
  });

  test("shows with --details where the time went, and rehearsals against final scores", async () => {
    const { stdout } = await report("timed", "--details");
    expect(stdout).toMatch(/^spaceship-titanic +1 h 0 min +15 min 0 s +0 % +\d+ % +\$0\.00 +\$0\.00$/m);
    expect(stdout).toMatch(/^other +2 h 0 min +100 % +2$/m);
    expect(stdout).toMatch(/^spaceship-titanic +0 +0\.9 +0\.82066 +0\.0793 +32 %$/m);
    expect(stdout).toContain("2 runs took 2 min 10 s of processor time.");
  });

  test("counts missing runs as failed on request, and says how many", async () => {
    const { stdout } = await report(place("reports"), "--pad-missing");
    expect(stdout).toMatch(/^all \(75\) +2\.67 ± 0\.00 /m);
    expect(stdout).toMatch(/^all: 106 missing runs count as failed, among them all of /m);
  });

  test("names what has no result, and ends with 3 when nothing has one", async () => {
    const { stdout, exitCode } = await report("unfinished");
    expect(stdout).toContain("There is no complete seed to report.");
    expect(stdout).toContain("2 runs have no result (not finished): demo-a.");
    expect(exitCode).toBe(3);
  });

  test("prints Markdown that names cannot break", async () => {
    const { stdout } = await report(`a|b=${place("reports")}`, "--format", "md");
    expect(stdout).toContain("## a\\|b (grading\\_report\\_1.json");
    expect(stdout).toContain("| low (22) | 9.09 ± 0.00 |");
  });

  test("prints the same JSON with --json and --format json", async () => {
    const [one, other] = await Promise.all([report("mine", "--json"), report("mine", "--format", "json")]);
    expect(one.stdout).toBe(other.stdout);
    expect(JSON.parse(one.stdout)).toMatchObject([{ label: "baseline", runs: 4, valid: 1 }]);
  });

  const famou = referenceData("reports/Famou-Agent");
  test.skipIf(famou === null)("prints the published figures of Famou-Agent", async () => {
    const { stdout } = await report(famou!);
    for (const figures of ["62.12 ± 1.52", "36.84 ± 1.52", "33.33 ± 0.00", "43.56 ± 0.89"]) {
      expect(stdout).toContain(figures);
    }
  });
});
