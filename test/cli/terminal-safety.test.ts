import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { beforeAll, describe, expect, test } from "vitest";
import { program } from "../../src/cli/program.ts";
import { fail, LoopbackServer } from "../kaggle/loopback-server.ts";
import { readProgram } from "../results/audit/plagiarism/variants.ts";
import { makeRunGroup } from "../support/make-run-group.ts";
import { offline } from "../support/offline.ts";
import { plant, runGround } from "../support/run-agents.ts";
import { runOnTerminal } from "../support/run-on-terminal.ts";
import { searchEventsOf } from "../support/search-events.ts";
import { readSourceFiles } from "../support/source-files.ts";
import { requireProgram } from "../support/system-programs.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const hasTerminal = requireProgram("script", "bsdutils") !== null;

/** Renames the window, clears the screen, hides text, goes to the line's start, reorders, goes back. Its last word must be visible. */
const evil = "\x1b]0;owned\x07\x1b[2J\x1b[8m\r\u202e\u2066\x9b2J\x1bc\x08gnp.exe";
const place = temporaryDirectory();
const ground = await runGround(plant);
const kaggle = await LoopbackServer.start();
const id = "spaceship-titanic";
const [data, runs, submission] = [place(`data ${evil}`), place(`runs ${evil}`), place(`${evil}.csv`)];
const agent = `printf '%s\\n' "$EVIL"; printf '%s,b\\n1,2\\n' "$EVIL" > "$SUBMISSION_DIR/submission.csv"; sleep 1`;
const inRuns = ["--run-dir", runs];

/** How the text reaches each command. A command that is not listed gets it as its first argument. */
const calls: Record<string, string[][]> = {
  doctor: [["doctor", "--data-dir", data]],
  list: [["list", "--split", evil]],
  prepare: [
    ["prepare", "-c", plant, "--from-zip", submission, "--data-dir", place("absent")],
    ["prepare", "-c", plant, "--from-zip", place(evil), "--data-dir", place("absent")],
    ["prepare", "-c", id, "--data-dir", place("asked")],
    ["prepare", "-c", plant, "--dry-run", "--data-dir", data],
  ],
  cleanup: [["cleanup", "-c", plant, "--force", "--data-dir", data]],
  grade: [
    ["grade", "--submission", place("list.jsonl"), "--output-dir", place(evil), "--data-dir", ground.data],
    ["grade", "--runs", runs, "--output-dir", place(evil), "--data-dir", ground.data],
  ],
  "grade-sample": [["grade-sample", submission, plant, "--data-dir", ground.data]],
  validate: [["validate", submission, plant, "--data-dir", ground.data]],
  run: [
    ground.parameters(["--label", evil, "-e", `EVIL=${evil}`, "--sandbox", "local", "--", "/bin/sh", "-c", agent]),
    ["run", "-c", plant, "--dry-run", "--label", evil, "--data-dir", ground.data, "--", "true"],
  ],
  solve: [
    ["solve", "--data", place(evil), "--goal", "G", "--metric", "mae", "--target", "y"],
    ["solve", "--data", place("own.csv"), "--goal", "G", "--metric", evil, "--target", "y"],
    ["solve", "--data", place("own.csv"), "--goal", "G", "--metric", "mae", "--target", "y"],
    ["solve", "--data", place("own.csv"), "--goal", "G", "--metric", "mae", "--target", evil],
  ],
  kapso: [
    ["kapso", "-c", evil],
    ["kapso", "-c", plant, "-m", evil],
    ["kapso", "-c", plant, "-d", evil],
  ],
  agents: [["agents", "--agents-dir", place("agents")]],
  ps: [["ps", ...inRuns]],
  logs: [
    ["logs", "a-group", ...inRuns],
    ["logs", "a-group", "--host", ...inRuns],
    ["logs", `a-group/${evil}_seed-0`, ...inRuns],
  ],
  stop: [["stop", "a-group", ...inRuns]],
  verify: [["verify", "a-group", "changed-group", ...inRuns]],
  "runs list": [["runs", "list", ...inRuns]],
  "runs show": [
    ["runs", "show", "a-group", ...inRuns],
    ["runs", "show", "changed-group", "a-group", ...inRuns],
    ["runs", "show", `changed-group/${evil}_seed-0`, ...inRuns],
    ["runs", "show", "searched-group", "--tree", ...inRuns],
    ["runs", "show", "searched-group", "--tree", "--format", "html", ...inRuns],
    ["runs", "show", "searched-group", "--tree", "--format", "md", ...inRuns],
    ["runs", "show", "searched-group", "--tree", "--output", place(`tree ${evil}`), ...inRuns],
    ["runs", "show", "searched-group", "--tree", "--json", ...inRuns],
  ],
  "image build": [["image", "build", "--socket", place(evil)]],
  "image list": [["image", "list", "--socket", place(evil)]],
  "image rm": [["image", "rm", evil, "--socket", place(evil)]],
  rehearse: [["rehearse", "-c", evil, "--data-dir", data]],
  report: [
    ["report", place(evil)],
    ["report", "a-group", ...inRuns],
    ["report", "a-group", "--details", ...inRuns],
    ["report", "a-group", "--format", "html", ...inRuns],
    ["report", "a-group", "--format", "html", "--output", place(`page ${evil}`), ...inRuns],
  ],
  compare: [
    ["compare", place(evil), place("absent")],
    ["compare", "a-group", "changed-group", ...inRuns],
  ],
  power: [["power", "--split", evil]],
  items: [
    ["items", "a-group", "changed-group", "x=changed-group", ...inRuns],
    ["items", evil, ...inRuns],
  ],
  leaderboard: [
    ["leaderboard", "a-group", "changed-group", ...inRuns],
    ["leaderboard", place(evil)],
    ["leaderboard", "--by", evil],
  ],
  "leaderboard entry": [
    ["leaderboard", "entry", "changed-group", "--output", place(`entry ${evil}`), "--partial", ...inRuns],
    ["leaderboard", "entry", "a-group", "--output", place("entry"), ...inRuns],
    ["leaderboard", "entry", evil, "--output", place("entry"), ...inRuns],
  ],
  export: [
    ["export", "a-group", "changed-group", "--to", "csv", "--table", "runs", ...inRuns],
    ["export", "a-group", "changed-group", "--to", "junit", ...inRuns],
    ["export", "a-group", "--to", evil, ...inRuns],
    ["export", "a-group", "--to", "csv", "--output", place(`export ${evil}`), ...inRuns],
  ],
  import: [
    ["export", "changed-group", "--to", "inspect", "--output", place(`${evil}.eval`), ...inRuns],
    ["import", place(`${evil}.eval`), "--output", place(`imported ${evil}`)],
    ["import", place("evil-log.json"), "--output", place("imported")],
    ["import", place("evil-sample.json"), "--output", place("imported")],
    ["import", evil, ...inRuns],
  ],
  "audit leaks": [
    ["audit", "leaks", "-c", evil],
    ["audit", "leaks", "-c", id, "--data-dir", place("leaky")],
  ],
  "audit plagiarism": [
    ["audit", "plagiarism", evil, ...inRuns],
    ["audit", "plagiarism", "copied-group", "--kernels", place("kernels"), ...inRuns],
  ],
  familiarity: [
    ["familiarity", "--model", evil, "-c", plant],
    [
      ...["familiarity", "--model", `compatible/${evil}`, "--model-setting", `base-url=${kaggle.url}`, "-c", plant],
      ...["--data-dir", ground.data, "--results", "a-group", ...inRuns],
    ],
  ],
  "dev download-kernels": [
    ["dev", "download-kernels", "-c", plant, "--kernels", place("evil-kernels.txt")],
    ["dev", "download-kernels", "-c", plant, "--kernels", place("kernels.txt"), "--data-dir", data],
  ],
  "audit rules": [
    ["audit", "rules", evil, "--model", "openai/a", ...inRuns],
    ["audit", "rules", "changed-group", "--model", `openai/${evil}`, "--dry-run", ...inRuns],
    ["audit", "rules", "changed-group", "--model", `scripted/${place("evil-auditor.json")}`, ...inRuns],
  ],
  "audit runs": [
    ["audit", "runs", evil, ...inRuns],
    ["audit", "runs", "a-group", "changed-group", ...inRuns],
    ["report", "changed-group", ...inRuns],
  ],
  "dev download-leaderboard": [["dev", "download-leaderboard", "-c", id, "--source", "kaggle", "--data-dir", data]],
  "dev make-submission": [["dev", "make-submission", "--metadata", place(evil)]],
};

/** Commands that do something themselves, with their full names. */
function commandsOf(parent: CommandUnknownOpts, prefix = ""): string[] {
  return parent.commands.flatMap((each) => {
    const name = `${prefix}${each.name()}`;
    const isGroup = each.commands.length > 0 && each.options.length === 0;
    return [...(isGroup ? [] : [name]), ...commandsOf(each, `${name} `)];
  });
}

/** Everything but text: our own styles and the movements of a live view are not counted. */
function controlsIn(output: string): string[] {
  const own =
    /\x1b\[(?:0|1|2|22|31|32|33|39)m|\x1b\[\?25[lh]|\r\x1b\[\d+A|\x1b\[[KJ]|\r+\n|\r(?=\x1b\[|█|░|[^\r\n]*\x1b\[K)/g;
  const rest = output.replaceAll(own, "");
  return rest.match(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069]/g) ?? [];
}

/** Prepared data with a leak, in which columns, files and cells have this text. */
function writeLeakyData(prepared: string): void {
  for (const part of ["public", "private"]) mkdirSync(join(prepared, part), { recursive: true });
  const rows = Array.from({ length: 40 }, (_, row) => `${row},${row % 3 === 0}`);
  const write = (path: string, header: string): void =>
    writeFileSync(join(prepared, path), `${[header, ...rows].join("\n")}\n`);
  write(join("public", `${evil}.csv`), `PassengerId,"${evil}"`);
  write("public/sample_submission.csv", "PassengerId,Transported");
  write("private/test.csv", "PassengerId,Transported");
  writeFileSync(join(prepared, "public", `test ${evil}.json`), JSON.stringify({ [`${evil}.labels`]: 1 }));
}

beforeAll(async () => {
  writeFileSync(submission, `"${evil}",b\n1,2\n`);
  writeFileSync(place("list.jsonl"), `${JSON.stringify({ competition_id: evil, submission_path: "x" })}\n`);
  writeFileSync(place("evil-kernels.txt"), evil);
  writeFileSync(place("kernels.txt"), "someone/baseline");
  const spec = { task: evil, model: evil, dataset: {}, config: {} };
  writeFileSync(place("evil-log.json"), JSON.stringify({ version: 2, eval: spec, samples: [] }));
  const scores = { [evil]: { metadata: { competition_id: evil, [evil]: evil } } };
  const samples = [{ id: evil, epoch: 1, scores }];
  writeFileSync(place("evil-sample.json"), JSON.stringify({ version: 2, eval: spec, samples }));
  mkdirSync(place("agents", evil), { recursive: true });
  writeFileSync(place("agents", evil, "config.yaml"), JSON.stringify({ [evil]: { start: evil, dockerfile: evil } }));
  mkdirSync(join(data, plant, "raw"), { recursive: true });
  writeFileSync(join(data, plant, "raw", evil), "x");
  writeFileSync(join(data, plant, `${plant}.zip`), "x");
  const shape = {
    competitions: [evil, plant],
    seeds: [0],
    agent: { name: "command", label: evil, settings: { [evil]: evil } },
  };
  await makeRunGroup(join(runs, "a-group"), {
    ...shape,
    name: `a-group ${evil}`,
    host: "alive",
    run: (run) => ({ until: run.startsWith(plant) ? "ended" : "open", output: `${evil}\n${evil}` }),
  });
  writeFileSync(join(runs, "a-group", "host.log"), evil);
  await makeRunGroup(join(runs, "changed-group"), {
    ...shape,
    name: `changed-group ${evil}`,
    run: () => ({ end: "agent-error", reason: evil, invalid: true, failure: evil, output: evil, code: [evil] }),
  });
  writeFileSync(join(runs, "changed-group", `${evil}_seed-0`, "code", evil), `changed\ncat private/${evil}\n`);
  await makeRunGroup(join(runs, "copied-group"), { ...shape, name: `copied-group ${evil}` });
  const program = `${readProgram("original")}\nx = '${evil}'\n# ${evil}\n`;
  mkdirSync(place("kernels", evil), { recursive: true });
  writeFileSync(place("kernels", evil, `${evil}.py`), program);
  writeFileSync(join(runs, "copied-group", `${plant}_seed-0`, "code", `${evil}.py`), program);
  writeFileSync(place("own.csv"), `"${evil}",x\n${`"${evil}",1\n`.repeat(12)}`);
  const claim = { question: "data-not-given", file: `code/${evil}`, quote: `cat private/${evil}`, why: evil };
  const turns = [JSON.stringify({ findings: [claim] })];
  writeFileSync(place("evil-auditor.json"), JSON.stringify({ turns }));
  writeLeakyData(place("leaky", id, "prepared"));
  const experiments = [{ score: 0.5, suspicious: evil }, { score: null, parents: ["experiment_1"] }, {}];
  const events = searchEventsOf(experiments, { text: evil }).map((event) => ({ elapsedMs: 1, event }));
  await makeRunGroup(join(runs, "searched-group"), {
    ...shape,
    competitions: [evil],
    agent: { name: "search", label: evil, settings: {} },
    name: `searched-group ${evil}`,
    run: () => ({ events }),
  });
  kaggle.answer(fail(403, evil), fail(403, evil), fail(403, evil), fail(403, evil));
});

describe.skipIf(!hasTerminal)("text from elsewhere reaches a terminal only as text", () => {
  const environment = {
    ...offline,
    MLEBENCH_KAGGLE_URL: kaggle.url,
    KAGGLE_USERNAME: "someone",
    KAGGLE_KEY: "secret",
  };

  test.each(commandsOf(program))("%s", async (name) => {
    const outputs: string[] = [];
    for (const parameters of calls[name] ?? [[...name.split(" "), evil]]) {
      const output = await runOnTerminal(parameters, environment);
      // What an agent printed keeps its colours and carriage returns when its log alone is shown.
      const shown = name === "logs" ? output.replaceAll(/\x1b\[[\d;]*m|\r/g, "") : output;
      expect(controlsIn(shown), JSON.stringify(output)).toEqual([]);
      outputs.push(output);
    }
    expect(outputs.join(""), "the text was not shown").toContain("gnp.exe");
  });

  test("what was typed wrongly", async () => {
    for (const parameters of [[evil], ["list", `--${evil}`], ["run", "--cpus", evil], ["runs", evil]]) {
      const output = await runOnTerminal(parameters);
      expect([controlsIn(output), output.includes("gnp.exe")], JSON.stringify(output)).toEqual([[], true]);
    }
  });

  test("JSON", async () => {
    const output = await runOnTerminal(["runs", "show", "changed-group", ...inRuns, "--json"]);
    expect(controlsIn(output)).toEqual([]);
    expect(JSON.parse(output)[0].runs[0].reason).toBe(evil);
  });
});

test("only the module for output writes to standard output and standard error, and `logs` with its own filter", () => {
  const writers = readSourceFiles("src/cli")
    .map(({ path }) => path)
    .filter((path) => /\b(?:stdout|stderr)\.write\(|\bconsole\./.test(readFileSync(path, "utf8")));
  expect(writers.sort()).toEqual(["src/cli/output.ts", "src/cli/views/log-writer.ts"]);
});
