// The README's first command: prepares the demo competitions, lets two solvers work on each with three seeds (the sample
// submission, and the baseline, a process of its own that sees public data only), grades all submissions and prints a
// table. Everything happens in a temporary folder that is removed afterwards.
import { spawn } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadFacts, loadSplit } from "../dist/lib/facts.js";

const built = (path) => fileURLToPath(new URL(`../dist/${path}`, import.meta.url));
const seeds = [0, 1, 2];
const ids = loadSplit("demo");
const folder = mkdtempSync(join(tmpdir(), "mlebench-demo-"));
const data = join(folder, "data");

/** Runs a program to its end and returns what it printed. */
function run(program, parameters, expected = [0]) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [built(program), ...parameters], { stdio: ["ignore", "pipe", "pipe"] });
    const [output, errors] = [[], []];
    child.stdout.on("data", (chunk) => output.push(chunk));
    child.stderr.on("data", (chunk) => errors.push(chunk));
    child.on("error", reject).on("close", (code) => {
      if (expected.includes(code)) resolve(Buffer.concat(output).toString());
      else reject(new Error(`${program} ended with ${code}: ${Buffer.concat(errors)}`));
    });
  });
}

const solvers = {
  sample: async (id, _seed, submission) =>
    copyFileSync(join(data, id, "prepared", loadFacts(id).files.sampleSubmission), submission),
  baseline: (id, seed, submission) =>
    run("agents/baseline/main.js", [
      "--data",
      join(data, id, "prepared", "public"),
      "--submission",
      submission,
      "--seed",
      String(seed),
      "--seconds",
      "60",
    ]),
};

async function solveAll() {
  const jobs = Object.keys(solvers).flatMap((solver) =>
    ids.flatMap((id) => seeds.map((seed) => ({ solver, id, seed }))),
  );
  const waiting = [...jobs];
  await Promise.all(
    Array.from({ length: availableParallelism() }, async () => {
      for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
        const home = join(folder, "runs", `${job.solver}-${job.id}-${job.seed}`);
        mkdirSync(home, { recursive: true });
        job.submission = join(home, "submission.csv");
        await solvers[job.solver](job.id, job.seed, job.submission);
        process.stderr.write(".");
      }
    }),
  );
  process.stderr.write("\n");
  return jobs;
}

async function grade(jobs) {
  const lines = jobs.map(({ id, submission }) => JSON.stringify({ competition_id: id, submission_path: submission }));
  writeFileSync(join(folder, "submissions.jsonl"), lines.join("\n"));
  const parameters = ["--submission", join(folder, "submissions.jsonl"), "--output-dir", join(folder, "reports")];
  const text = await run("cli/main.js", ["grade", ...parameters, "--data-dir", data, "--json"], [0, 3]);
  return JSON.parse(text).competition_reports;
}

/** One line per competition and solver: mean and standard error over the seeds, the medals, the mean percentile. */
function summarize(id, solver, reports) {
  const scores = reports.map((report) => report.score);
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const squares = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0);
  const error = Math.sqrt(squares / (scores.length - 1) / scores.length);
  const medals = ["gold", "silver", "bronze"]
    .map((medal) => [reports.filter((report) => report[`${medal}_medal`]).length, medal])
    .filter(([count]) => count > 0)
    .map(([count, medal]) => `${count} ${medal}`);
  const percentile = reports.reduce((sum, report) => sum + report.extra.percentile, 0) / reports.length;
  const better = loadFacts(id).better === "lower" ? "lower" : "higher";
  return [
    id,
    solver,
    `${mean.toFixed(4)} ± ${error.toFixed(4)}`,
    better,
    medals.join(", ") || "-",
    percentile.toFixed(1),
  ];
}

function printTable(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  for (const row of rows)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join("  ")
        .trimEnd(),
    );
}

try {
  const started = performance.now();
  process.stderr.write(`Preparing ${ids.length} demo competitions ...\n`);
  await run("cli/main.js", ["prepare", "--split", "demo", "--data-dir", data]);
  process.stderr.write(`Solving each ${seeds.length} times with two solvers `);
  const jobs = await solveAll();
  const reports = await grade(jobs);
  const rows = Object.keys(solvers).flatMap((solver) =>
    ids.map((id) => {
      const mine = reports.filter((_, index) => jobs[index].id === id && jobs[index].solver === solver);
      return summarize(id, solver, mine);
    }),
  );
  rows.sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0));
  printTable([["competition", "solver", "score (mean ± SEM)", "better", "medals", "percentile"], ...rows]);
  console.log(`
Done in ${Math.round((performance.now() - started) / 1000)} s. Next:
  npx mlebench show demo-shape-images            metric, thresholds, submission format
  npx mlebench list --split lite                 the 22 competitions of the low-complexity split
  npx mlebench prepare -c leaf-classification    download and prepare a real one (asks for Kaggle credentials)
  npx mlebench grade-sample FILE ID              grade a submission`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
