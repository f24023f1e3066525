// Measures the overhead of the harness: starting a run, many short runs, continuing a large group. No pass or fail.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sha256 } from "../dist/lib/hashing.js";
import { Journal } from "../dist/lib/journal/journal.js";

const command = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "mlebench-bench-runs-"));
const data = join(folder, "data");
const id = "demo-plant-flowering";

function mlebench(...parameters) {
  const started = performance.now();
  const { status, stderr } = spawnSync(process.execPath, [command, ...parameters], { encoding: "utf8" });
  if (status !== 0 && status !== 3) throw new Error(`mlebench ${parameters[0]} ended with ${status}: ${stderr}`);
  return (performance.now() - started) / 1000;
}

const eventsOf = (path) =>
  readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
const groupIn = (runs) =>
  join(
    runs,
    readdirSync(runs).find((name) => name.includes("run-group")),
  );
const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** The time from the start of a run to the start of its agent, and from there to the end of the run. */
function costs(runs) {
  const group = groupIn(runs);
  const times = new Map();
  for (const { type, run, time } of eventsOf(join(group, "events.jsonl"))) {
    if (type === "run-started") times.set(run, { started: Date.parse(time) });
    if (type === "run-ended") times.get(run).ended = Date.parse(time);
  }
  const all = [...times].map(([run, { started, ended }]) => {
    const first = Number(readFileSync(join(group, run, "output.log"), "utf8").trim());
    return { start: first - started, end: ended - first };
  });
  return { start: median(all.map(({ start }) => start)), end: median(all.map(({ end }) => end)), count: all.length };
}

const clock = ["--", "/bin/sh", "-c", "date +%s%3N; cp $DATA_DIR/sample_submission.csv $SUBMISSION_DIR/submission.csv"];
const common = (runs) => ["-c", id, "--run-dir", runs, "--data-dir", data, "--time-limit", "60", "--allow-unsafe"];

function measureStart(sandbox) {
  const runs = join(folder, `start-${sandbox}`);
  mlebench("run", ...common(runs), "--sandbox", sandbox, "--seeds", "20", "--jobs", "1", ...clock);
  const { start, end } = costs(runs);
  console.log(
    `${sandbox}: an agent begins ${start} ms after its run, which ends ${end} ms after the agent (median of 20)`,
  );
}

function measureMany(count) {
  const runs = join(folder, "many");
  const jobs = availableParallelism();
  const seconds = mlebench("run", ...common(runs), "--seeds", String(count), "--jobs", String(jobs), ...clock);
  console.log(
    `${count} short runs, ${jobs} at once: ${seconds.toFixed(1)} s, ${((1000 * seconds) / count).toFixed(0)} ms each`,
  );
}

/** A group in which all runs but the last have ended, written as its host would write it. */
function measureContinuation(count) {
  const runs = join(folder, "large");
  const parameters = ["run", ...common(runs), "--seeds", String(count), "--sandbox", "local", ...clock];
  // With a budget that is used up at once, there is a plan and nothing has started.
  mlebench(...parameters.slice(0, -clock.length), "--budget", "1ms", ...clock);
  const group = groupIn(runs);
  const journal = Journal.open(join(group, "events.jsonl"));
  for (let seed = 0; seed < count - 1; seed += 1) {
    const run = `${id}_seed-${seed}`;
    mkdirSync(join(group, run), { recursive: true });
    const own = Journal.open(join(group, run, "events.jsonl"));
    own.append({ type: "stopped", end: "finished", reason: "", exitCode: 0, elapsedMs: 1 });
    own.append({ type: "ended", end: "finished", reason: "" });
    own.close();
    writeFileSync(join(group, run, "run.json"), JSON.stringify({ competition: id, seed }));
    journal.append({ type: "run-ended", run, end: "finished", head: own.head ?? sha256(""), actMs: 1 });
  }
  journal.close();
  const began = Date.now();
  const whole = mlebench(...parameters);
  const last = eventsOf(join(group, "events.jsonl")).findLast(({ type }) => type === "run-started");
  const seconds = (Date.parse(last.time) - began) / 1000;
  console.log(
    `a group of ${count.toLocaleString("en")} runs: the last one begins ${seconds.toFixed(2)} s after the command, ` +
      `which takes ${whole.toFixed(2)} s with the results of all`,
  );
}

try {
  mlebench("prepare", "-c", id, "--data-dir", data);
  for (const sandbox of ["bubblewrap", "local"]) measureStart(sandbox);
  measureMany(1000);
  measureContinuation(10_000);
} finally {
  rmSync(folder, { recursive: true });
}
