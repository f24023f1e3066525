// Measures `report`, `compare` and `export` over 10,000 graded runs, three in ten of which failed. No pass or fail.
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
  own.append({ type: "stopped", end, reason, exitCode: 1, elapsedMs: 1 });
  own.append({ type: "ended", end, reason });
  own.close();
  writeFileSync(join(group, run, "output.log"), "Traceback (most recent call last):\nMemoryError: no memory\n");
  writeFileSync(join(group, run, "grade.json"), JSON.stringify(gradeOf(competition, outcome, random)));
  journal.append({ type: "run-ended", run, end, head: own.head, actMs: 1 });
}

function gradeOf(competition, outcome, random) {
  const valid = ["none", "gold", "bronze"].includes(outcome);
  const medal = outcome === "gold" || outcome === "bronze";
  const failure = outcome === "invalid" ? { kind: "invalid", reason: 'Column "id" is missing.' } : null;
  return {
    format: 1,
    report: {
      competition_id: competition,
      score: valid ? random.next() : null,
      any_medal: medal,
      gold_medal: outcome === "gold",
      silver_medal: false,
      bronze_medal: outcome === "bronze",
      above_median: medal,
      submission_exists: valid || failure !== null,
      valid_submission: valid,
      is_lower_better: false,
      extra: { percentile: valid ? 100 * random.next() : null, failure, edition: "v1" },
    },
    candidates: [],
  };
}

try {
  const random = new QuickRandom(1);
  for (const name of ["one", "other"]) makeGroup(name, random);
  const runs = (2 * seeds.length * competitions.length).toLocaleString("en");
  const exportTo = (format) => ["export", "--to", format, "--output", join(folder, format), "--force"];
  for (const command of [["report"], ["compare"], ...["csv", "jsonl", "parquet", "upstream", "junit"].map(exportTo)]) {
    const [name, ...options] = command;
    const parameters = [name, "one", "other", ...options, "--run-dir", folder];
    const [{ seconds }] = inTurn(3, () => runOurs(parameters));
    const shown = name === "export" ? `export to ${options[1]}` : name;
    console.log(`${shown} over ${runs} graded runs: ${seconds.toFixed(2)} s, ${peakOfOurs(parameters).toFixed(0)} MiB`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
