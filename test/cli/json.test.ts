import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { program } from "../../src/cli/program.ts";
import { loadSplit } from "../../src/facts/splits.ts";
import { writeInstalledAgent } from "../agents/coding/write-installed-agent.ts";
import { writeAgents } from "../agents/container/write-agents.ts";
import { LoopbackServer } from "../kaggle/loopback-server.ts";
import { readProgram } from "../results/audit/plagiarism/variants.ts";
import { recordCalls } from "../support/calls.ts";
import {
  differences,
  documentedCommands,
  documentedExamples,
  documentedShapes,
  seenShapes,
} from "../support/documented-json.ts";
import { goldenGrades } from "../support/golden-grades.ts";
import { writeGradingReport } from "../support/grading-reports.ts";
import { makeRunGroup } from "../support/make-run-group.ts";
import { offline } from "../support/offline.ts";
import { echoing } from "../support/probability-server.ts";
import { plant, repair, runGround } from "../support/run-agents.ts";
import { runCli } from "../support/run-cli.ts";
import { searchEventsOf } from "../support/search-events.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const place = temporaryDirectory();
const provider = await LoopbackServer.start();
provider.answer(echoing(() => 0.5));
const ground = await runGround(plant, repair);
const runs = place("runs");
const id = "spaceship-titanic";
const [submission, broken, answers] = [place("submission.csv"), place("broken.csv"), place("answers.csv")];
const script = `scripted/${place("script.yaml")}`;
const agent = [
  "--agent",
  "dummy",
  "--sandbox",
  "local",
  "--allow-unsafe",
  "-c",
  plant,
  "--data-dir",
  ground.data,
  "--run-dir",
  runs,
];

const model = `scripted/${place("script.yaml")}`;
/** A search whose model writes no program. */
const kapso = [...agent.slice(2, -1), place("searches"), "-i", "1", "-m", "MINIMAL", "--model", model];

/** The user's own data. */
const own = [
  "--data",
  place("own.csv"),
  "--goal",
  "Predict y",
  "--metric",
  "mae",
  "--target",
  "y",
  ...agent.slice(0, 5),
];

/** A row of the page's table of commands, and calls that print such a thing. Later ones use what earlier ones made. */
const calls: Record<string, readonly (readonly string[])[]> = {
  doctor: [["doctor", "--split", "demo", "--data-dir", ground.data]],
  list: [
    ["list"],
    ["list", "--split", "demo", "--data-dir", ground.data],
    ["list", "--prepared", "--data-dir", ground.data],
  ],
  show: [
    ["show", plant],
    ["show", id],
  ],
  prepare: [
    ["prepare", "-c", plant, "--data-dir", ground.data],
    ["prepare", "-c", repair, "--data-dir", place("data")],
    ["prepare", "-c", id, "--from-zip", place("data"), "--data-dir", place("data")],
  ],
  "prepare --dry-run": [["prepare", "--all", "--dry-run", "--data-dir", ground.data]],
  rehearse: [
    ["rehearse", "-c", plant, id, "--data-dir", ground.data],
    ["rehearse", "-c", plant, "--data-dir", ground.data],
  ],
  cleanup: [["cleanup", "-c", plant, id, "--data-dir", place("data")]],
  "competition new": [["competition", "new", "made", "--dir", place("made"), "--config", place("config.json")]],
  "competition lint": [["competition", "lint", plant]],
  "grade-sample": [
    ["grade-sample", submission, id, "--answers", answers],
    ["grade-sample", broken, id, "--answers", answers],
    ["grade-sample", place("absent.csv"), id, "--answers", answers],
  ],
  grade: [
    ["grade", "--submission", place("list.jsonl"), "--output-dir", place("reports")],
    ["grade", "--submission", place("good.jsonl"), "--output-dir", place("reports")],
    ["grade", "--runs", place("graded-runs"), "--output-dir", place("reports")],
  ],
  validate: [
    ["validate", submission, id, "--answers", answers],
    ["validate", broken, id, "--answers", answers],
  ],
  "run --dry-run": [
    ["run", ...agent, "--dry-run", "--memory", "2g", "--cpus", "0.5", "--budget", "1h", "--model", model],
  ],
  run: [["run", ...agent]],
  "run --detach": [["run", ...agent, "--detach"]],
  solve: [["solve", ...own, "--run-dir", place("solved")]],
  "solve --dry-run": [["solve", ...own, "--dry-run", "--run-dir", place("planned")]],
  "solve --list-metrics": [["solve", "--list-metrics"]],
  kapso: [["kapso", ...kapso]],
  "kapso --dry-run": [["kapso", ...kapso, "--dry-run"]],
  "kapso --list": [["kapso", "--list"]],
  "kapso --lite": [["kapso", "--lite"]],
  "kapso --list-agents": [["kapso", "--list-agents"]],
  "agents show": [["agents", "show", "command"]],
  "agents install": [["agents", "install", "codex"]],
  agents: [["agents"], ["agents", "--agents-dir", place("agents")]],
  models: [["models"], ["models", "anthropic", "compatible/mine"]],
  "models test": [["models", "test", model]],
  ps: [["ps", "--run-dir", runs]],
  "runs list": [["runs", "list", "--run-dir", runs]],
  logs: [
    ["logs", "made-group/a_seed-0", "--run-dir", runs],
    ["logs", "made-group", "--run-dir", runs],
    ["logs", "made-group", "--host", "--run-dir", runs],
  ],
  calls: [["calls", "live-group/a_seed-0", "--run-dir", runs]],
  stop: [
    ["stop", "live-group/a_seed-0", "--run-dir", runs],
    ["stop", "live-group", "--run-dir", runs],
    ["stop", "made-group", "--run-dir", runs],
  ],
  verify: [
    ["verify", "made-group", "changed-group", "live-group", "--run-dir", runs],
    ["verify", "made-group/a_seed-0", "--run-dir", runs],
  ],
  "runs show GROUP...": [["runs", "show", "made-group", "live-group", "--run-dir", runs]],
  "runs show --pooled": [
    ["runs", "show", "made-group", "live-group", "--pooled", "--allow-differences", "--run-dir", runs],
  ],
  "runs show RUN": [
    ["runs", "show", `${plant}_seed-0`, "--run-dir", runs],
    ["runs", "show", "live-group/a_seed-0", "--run-dir", runs],
    ["runs", "show", "live-group/a_seed-1", "--run-dir", runs],
  ],
  "runs show RUN --tree": [["runs", "show", "searched-group", "--tree", "--run-dir", runs]],
  // Before reports, which mention it.
  "audit runs": [["audit", "runs", "made-group", "--run-dir", runs]],
  "audit rules --dry-run": [["audit", "rules", "made-group", "--model", script, "--dry-run", "--run-dir", runs]],
  "audit rules": [["audit", "rules", "made-group", "--model", script, "--run-dir", runs]],
  report: [
    ["report", "made-group", "live-group", place("other-agent"), "--run-dir", runs],
    ["report", place("other-agent"), "--pad-missing"],
    ["report", "rehearsed-group", place("other-agent"), "--details", "--run-dir", runs],
  ],
  compare: [
    ["compare", `one=${place("other-agent")}`, `other=${place("further-agent")}`],
    ["compare", "made-group", "made-group", "--run-dir", runs],
  ],
  power: [["power", "--split", "low"]],
  items: [
    ["items", ...["a", "b", "c"].map((name) => place("items", name))],
    ["items", "made-group", `one=${place("other-agent")}`, `two=${place("further-agent")}`, "--run-dir", runs],
  ],
  leaderboard: [
    ["leaderboard"],
    ["leaderboard", "made-group", place("other-agent"), "--by", "low", "--run-dir", runs],
    ["leaderboard", `both=${place("other-agent")},${place("further-agent")}`, "--pad-missing"],
  ],
  "leaderboard entry": [
    ["leaderboard", "entry", "rehearsed-group", "--partial", "--output", place("entry"), "--run-dir", runs],
    ["leaderboard", "entry", "begun-group", "--partial", "--output", place("begun-entry"), "--run-dir", runs],
  ],
  export: [["export", "made-group", "--to", "csv", "--output", place("tables"), "--run-dir", runs]],
  import: [["import", place("other-agent"), "--output", place("imported")]],
  "audit leaks": [
    ["audit", "leaks", "-c", plant, "--data-dir", ground.data, "--output", place("leaks.json")],
    ["audit", "leaks", "-c", id, "--data-dir", place("data")],
  ],
  "audit plagiarism": [
    ["audit", "plagiarism", "copied-group", "--kernels", place("kernels"), "--run-dir", runs],
    ["audit", "plagiarism", "made-group", "--kernels", place("kernels"), "--run-dir", runs],
  ],
  familiarity: [
    [
      ...["familiarity", "--model", "compatible/base", "--model-setting", `base-url=${provider.url}`],
      ...[
        "-c",
        plant,
        id,
        "--results",
        "made-group",
        place("known-agent"),
        "--run-dir",
        runs,
        "--data-dir",
        ground.data,
      ],
    ],
  ],
  completion: [["completion", "zsh"]],
  "dev download-kernels": [
    ["dev", "download-kernels", "-c", plant, "--data-dir", place("data")],
    ["dev", "download-kernels", "-c", plant, "--kernels", place("kernels.txt"), "--data-dir", place("data")],
  ],
  "dev download-leaderboard": [["dev", "download-leaderboard", "-c", plant, id, "--data-dir", place("data")]],
  "dev make-submission": [
    [
      "dev",
      "make-submission",
      "--metadata",
      join(runs, "made-group", "metadata.json"),
      "--output",
      place("made.jsonl"),
    ],
  ],
};

const environment = { ...offline, MLEBENCH_AGENTS_DIR: place("installed-agents") };

/** These need a container engine: image.engines.test.ts calls them. */
const needsEngine = (row: string): boolean => row.startsWith("image ");

beforeAll(async () => {
  const golden = goldenGrades(id);
  writeFileSync(answers, golden.answers.bytes);
  writeFileSync(submission, golden.cases.find(({ outcome }) => outcome === "score")!.bytes);
  writeFileSync(broken, "PassengerId\n1\n");
  const line = JSON.stringify({ competition_id: id, submission_path: submission, answers_path: answers });
  writeFileSync(place("good.jsonl"), `${line}\n`);
  writeFileSync(place("list.jsonl"), `${line}\n{ not json\n`);
  mkdirSync(place("data", id, "raw"), { recursive: true });
  writeFileSync(place("data", id, "raw", "train.csv"), "a\n");
  writeFileSync(place("config.json"), "{}");
  writeFileSync(place("kernels.txt"), "someone/baseline\n");
  mkdirSync(place("data", plant, "kernels", "someone"), { recursive: true });
  writeFileSync(place("data", plant, "kernels", "someone", "baseline.py"), "");
  writeFileSync(place("own.csv"), `x,y\n${Array.from({ length: 20 }, (_, row) => `${row},${row * row}\n`).join("")}`);
  writeAgents(place("agents"));
  writeInstalledAgent(environment.MLEBENCH_AGENTS_DIR, "codex");
  writeFileSync(place("script.yaml"), "turns: [Hello]");
  mkdirSync(place("graded-runs", "a-group", `${id}_seed-3`), { recursive: true });
  writeGradingReport(place("other-agent", "grading_report.json"), loadSplit("low"), "gsbmvi-");
  writeGradingReport(place("further-agent", "grading_report.json"), loadSplit("low"), "vsbmgig");
  for (const [name, outcomes] of Object.entries({ a: "gggv", b: "ggvv", c: "gvvv" })) {
    writeGradingReport(place("items", name, "grading_report.json"), loadSplit("low"), outcomes);
  }
  writeGradingReport(place("known-agent", "grading_report.json"), [plant], "g");
  const small = { competitions: ["a"], seeds: [0, 1] };
  await makeRunGroup(join(runs, "made-group"), { ...small, name: "made-group" });
  await makeRunGroup(join(runs, "changed-group"), small);
  const experiments = [{ score: 0.5 }, { score: null, parents: ["experiment_1"] }, {}];
  const events = searchEventsOf(experiments).map((event) => ({ elapsedMs: 1, event }));
  await makeRunGroup(join(runs, "searched-group"), {
    competitions: ["a"],
    seeds: [0],
    name: "searched-group",
    agent: { name: "search", label: "search", settings: {} },
    run: () => ({ events }),
  });
  writeFileSync(join(runs, "changed-group", "a_seed-0", "run.json"), "{}");
  await makeRunGroup(join(runs, "live-group"), {
    ...small,
    name: "live-group",
    host: "alive",
    run: (run) => ({ until: run === "a_seed-0" ? "open" : "planned" }),
  });
  const program = readProgram("original");
  mkdirSync(place("kernels"));
  writeFileSync(place("kernels", "kernel.py"), program);
  await makeRunGroup(join(runs, "copied-group"), { ...small, name: "copied-group" });
  writeFileSync(join(runs, "copied-group", "a_seed-0", "code", "main.py"), program);
  recordCalls(join(runs, "live-group", "a_seed-0"));
  const begin = (run: string) => ({ until: run === "a_seed-0" ? "ended" : "planned" }) as const;
  await makeRunGroup(join(runs, "begun-group"), { ...small, name: "begun-group", run: begin });
  recordCalls(join(runs, "begun-group", "a_seed-0"));
  const rehearsed = { name: "rehearsed-group", model: "scripted/script.yaml", run: () => ({ rehearsals: [0.7] }) };
  await makeRunGroup(join(runs, "rehearsed-group"), { ...small, ...rehearsed });
});

describe("docs/json.md", () => {
  test.each(Object.entries(calls))("documents every key that `%s --json` prints, and no other", async (row, each) => {
    const type = documentedCommands.get(row);
    expect(type, "the command is not in the table").toBeDefined();
    for (const parameters of each) {
      const { stdout, stderr, exitCode } = await runCli([...parameters, "--json"], { environment });
      expect([0, 3], stderr).toContain(exitCode);
      const value = type!.startsWith("lines of")
        ? stdout
            .trimEnd()
            .split("\n")
            .map((line) => JSON.parse(line))
        : JSON.parse(stdout);
      expect(differences(value, type!)).toEqual([]);
    }
  });

  test("has examples that are like its tables", () => {
    expect(documentedExamples.length).toBeGreaterThan(15);
    const seen = new Set(seenShapes);
    for (const [shape, example] of documentedExamples) expect(differences(example, `[x](#${shape})`)).toEqual([]);
    seenShapes.clear();
    for (const shape of seen) seenShapes.add(shape);
  });

  test("documents how each kind of error looks", async () => {
    const failing = [
      { parameters: ["show"], code: "usage", exitCode: 2 },
      { parameters: ["list", "--split", "hihg"], code: "usage", exitCode: 2 },
      { parameters: ["logs", "absent", "--run-dir", runs], code: "usage", exitCode: 2 },
      {
        parameters: ["grade-sample", submission, plant, "--data-dir", place("empty")],
        code: "missing-data",
        exitCode: 1,
      },
    ];
    for (const { parameters, code, exitCode } of failing) {
      const result = await runCli([...parameters, "--json"]);
      expect(result.stdout.split("\n")).toHaveLength(2);
      const value = JSON.parse(result.stdout);
      expect(differences(value, "[error](#error)")).toEqual([]);
      expect([value.error.code, result.exitCode]).toEqual([code, exitCode]);
    }
    const agents = await runCli(["run", "-c", plant, "--time-limit", "soon", "--", "tool", "--json"]);
    expect(agents).toMatchObject({ exitCode: 2, stdout: "" });
  });

  test("lists every command, and every command has --json", () => {
    const names: string[] = [];
    const visit = (command: { commands: readonly (typeof program)["commands"][number][] }, prefix: string): void => {
      for (const each of command.commands) {
        const name = `${prefix}${each.name()}`;
        visit(each, `${name} `);
        // A command that only groups others has no options.
        if (each.commands.length === 0 || each.options.length > 0) {
          names.push(name);
          expect(
            each.options.map(({ long }) => long),
            name,
          ).toContain("--json");
        }
      }
    };
    visit(program, "");
    const documented = [...documentedCommands.keys()].map((row) => row.replace(/ (--|[A-Z]).*$/, ""));
    expect([...new Set(documented)].sort()).toEqual(names.sort());
    expect(Object.keys(calls).sort()).toEqual([...documentedCommands.keys()].filter((row) => !needsEngine(row)).sort());
  });

  test("has no shape that no command prints", () => {
    const unseen = [...documentedShapes.keys()].filter((shape) => !seenShapes.has(shape));
    expect(unseen).toEqual(["built-image", "image", "removed-images"]);
  });
});
