// Measures `report`, `compare` and `export` over 10,000 graded runs with 20 model calls each, three in ten of which failed. No pass or fail.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadSplit } from "../dist/facts/splits.js";
import { Journal } from "../dist/lib/journal/journal.js";
import { QuickRandom } from "../dist/lib/random/quick-random.js";
import { inTurn, peakOfOurs, runOurs } from "./measure.js";

const folder = mkdtempSync(join(tmpdir(), "mlebench-bench-results-"));
const competitions = loadSplit("all");
const seeds = Array.from({ length: 67 }, (_, seed) => seed);

const callsPerRun = 20;

/** The same calls for every run. Only `verify` reads their hashes. */
const ledger = Array.from({ length: callsPerRun }, (_, index) => {
  const time = new Date(1.7e12 + 60_000 * index).toISOString();
  const hash = "0".repeat(64);
  const call = {
    type: "call",
    number: index + 1,
    startedAt: time,
    role: null,
    model: "scripted/script.yaml",
    answeredBy: "script",
    protocol: "in-process",
    usage: { inputTokens: 9000, cacheReadTokens: 8000, cacheWriteTokens: 0, outputTokens: 500, reasoningTokens: null },
    estimated: false,
    cost: 0.01,
    durationMs: 20_000,
    waitingMs: 10,
    retries: [],
    finishReason: "stop",
    failure: null,
    request: hash,
    answer: hash,
  };
  return `${JSON.stringify({ seq: index, time, ...call, previous: hash })}\n`;
}).join("");

/** A group in which all runs have ended, written as its host would write it. */
function makeGroup(name, random) {
  const group = join(folder, name);
  mkdirSync(group);
  const plan = {
    format: 2,
    name,
    createdAt: new Date().toISOString(),
    version: "0.1.0",
    edition: "v1",
    agent: { name: "command", label: name, settings: {} },
    competitions,
    seeds,
    limits: { wallClockMs: 3_600_000 },
    sandbox: { name: "bubblewrap", network: "none" },
    dataDirectory: "/data",
    models: { main: "scripted/script.yaml", roles: {}, settings: {}, allow: [], aliases: {} },
    retain: false,
  };
  writeFileSync(join(group, "group.json"), JSON.stringify(plan));
  const journal = Journal.open(join(group, "events.jsonl"));
  for (const seed of seeds) for (const id of competitions) makeRun(group, id, seed, random, journal);
  journal.close();
}

function makeRun(group, competition, seed, random, journal) {
  const run = `${competition}_seed-${seed}`;
  mkdirSync(join(group, run));
  const outcome = random.pick([
    "agent-error",
    "limit",
    "invalid",
    "none",
    "none",
    "none",
    "gold",
    "gold",
    "bronze",
    "bronze",
  ]);
  const end = outcome === "agent-error" || outcome === "limit" ? outcome : "finished";
  const reason = "It reached its time limit of 1 h 0 min.";
  const own = Journal.open(join(group, run, "events.jsonl"));
  own.append({ type: "opened", attempt: 1, record: "0", sandbox: {} });
  for (let elapsedMs = 60_000; elapsedMs < 3_600_000; elapsedMs += 60_000) {
    own.append({ type: "usage", elapsedMs, cpuMs: elapsedMs, memoryBytes: 1e9, diskBytes: 1e6, processes: 9 });
  }
  own.append({ type: "stopped", end, reason, exitCode: 1, elapsedMs: 3_600_000, cpuMs: 3_600_000 });
  own.append({ type: "ended", end, reason });
  own.close();
  writeFileSync(join(group, run, "calls.jsonl"), ledger);
  writeFileSync(join(group, run, "output.log"), "Traceback (most recent call last):\nMemoryError: no memory\n");
  writeFileSync(join(group, run, "grade.json"), JSON.stringify(gradeOf(competition, outcome, random)));
  journal.append({ type: "run-ended", run, end, head: own.head, actMs: 3_600_000 });
}

function gradeOf(competition, outcome, random) {
  const valid = ["none", "gold", "bronze"].includes(outcome);
  const medal = outcome === "gold" || outcome === "bronze";
  const failure = outcome === "invalid" ? { kind: "invalid", reason: 'Column "id" is missing.' } : null;
  const score = valid ? random.next() : null;
  const percentile = valid ? 100 * random.next() : null;
  const candidates = Array.from({ length: valid ? 10 : 0 }, (_, index) => ({
    file: `candidates/${index + 1}.csv`,
    elapsedMs: 360_000 * index,
    sha256: "0".repeat(64),
    score: (score * (index + 1)) / 10,
    valid: true,
    medal: null,
  }));
  return {
    format: 1,
    report: {
      competition_id: competition,
      score,
      gold_threshold: 0.95,
      silver_threshold: 0.9,
      bronze_threshold: 0.85,
      median_threshold: 0.7,
      any_medal: medal,
      gold_medal: outcome === "gold",
      silver_medal: false,
      bronze_medal: outcome === "bronze",
      above_median: medal,
      submission_exists: valid || failure !== null,
      valid_submission: valid,
      is_lower_better: false,
      extra: { percentile, teams: 1000, teams_beaten: valid ? 500 : null, failure, edition: "v1" },
    },
    candidates,
  };
}

try {
  const random = new QuickRandom(1);
  for (const name of ["one", "other"]) makeGroup(name, random);
  const runs = (2 * seeds.length * competitions.length).toLocaleString("en");
  const exportTo = (format) => ["export", "--to", format, "--output", join(folder, format), "--force"];
  const exports = ["csv", "jsonl", "parquet", "upstream", "junit"].map(exportTo);
  for (const command of [["report"], ["report", "--details"], ["compare"], ...exports]) {
    const [name, ...options] = command;
    const parameters = [name, "one", "other", ...options, "--run-dir", folder];
    const [{ seconds }] = inTurn(3, () => runOurs(parameters));
    const shown = name === "export" ? `export to ${options[1]}` : command.join(" ");
    console.log(`${shown} over ${runs} graded runs: ${seconds.toFixed(2)} s, ${peakOfOurs(parameters).toFixed(0)} MiB`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
