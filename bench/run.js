// Compares grading with the Python reference and with only reading the bytes. Prints figures, without pass or fail.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { goldenItems } from "./golden-items.js";
import { makeTables } from "./make-tables.js";
import { hasReference, inTurn, peakOfOurs, readBytes, runOurs, runReference } from "./measure.js";

const rows = Number(process.env.MLEBENCH_BENCH_ROWS ?? 1_000_000);
const folder = mkdtempSync(join(tmpdir(), "mlebench-bench-"));
const table = [["what", "ours", "reference", "faster", "memory", "reference", "share", "reading the bytes"]];

const seconds = (value) => `${value < 1 ? value.toFixed(3) : value.toFixed(2)} s`;
const mebibytes = (value) => `${Math.round(value)} MiB`;

/** Measures our command and the reference on the same items, and adds a line to the table. */
function compare(what, parameters, items, runs) {
  const [ours, reference] = inTurn(
    runs,
    () => runOurs(parameters),
    () => runReference(items),
  );
  const peak = peakOfOurs(parameters);
  const limit = readBytes([...new Set(items.flatMap((item) => [item.submission_path, item.answers_path]))]);
  table.push([
    what,
    seconds(ours.seconds),
    reference === null ? "-" : seconds(reference.seconds),
    reference === null ? "-" : `${(reference.seconds / ours.seconds).toFixed(1)} x`,
    mebibytes(peak),
    reference === null ? "-" : mebibytes(reference.mebibytes),
    reference === null ? "-" : (peak / reference.mebibytes).toFixed(2),
    seconds(limit.seconds),
  ]);
  return { output: JSON.parse(ours.text), scores: reference?.scores ?? null };
}

/** Whether our score is the reference's. Null means no score there, and NaN or infinity in our JSON. */
function isSame(score, expected) {
  const value = expected === null ? Number.NaN : Number(expected);
  return score === null ? !Number.isFinite(value) : score === value;
}

function gradeOne(what, item, runs) {
  const parameters = ["grade-sample", item.submission_path, item.competition_id, "--answers", item.answers_path];
  const { output, scores } = compare(what, [...parameters, "--json"], [item], runs);
  if (scores !== null && !isSame(output.score, scores[0])) {
    console.log(`${what}: the scores differ, ours ${output.score}, the reference's ${scores[0]}`);
  }
}

function gradeAll(items) {
  const list = join(folder, "items.jsonl");
  writeFileSync(list, items.map((item) => `${JSON.stringify(item)}\n`).join(""));
  const parameters = ["grade", "--submission", list, "--output-dir", join(folder, "report"), "--json"];
  const { output, scores } = compare(`${items.length} golden cases in one batch`, parameters, items, 2);
  if (scores === null) return;
  const same = output.competition_reports.filter(({ score }, index) => isSame(score, scores[index]));
  console.log(`${same.length} of ${items.length} golden cases have the reference's score.`);
}

try {
  const items = goldenItems(folder);
  const small = items.find((item) => item.competition_id === "aerial-cactus-identification");
  gradeOne("grade-sample, 48 rows", small, 10);
  for (const { name, item } of makeTables(folder, rows))
    gradeOne(`${name}, ${rows.toLocaleString("en")} rows`, item, 3);
  gradeAll(items);
} finally {
  rmSync(folder, { recursive: true });
}

const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)));
for (const row of table) console.log(`| ${row.map((cell, column) => cell.padEnd(widths[column])).join(" | ")} |`);
console.log(
  `Node ${process.versions.node}, ${availableParallelism()} processors. Best of several runs, wall time, peak memory.`,
);
if (!hasReference) {
  console.log(
    "To compare with the Python reference, set MLEBENCH_PYTHON to its interpreter and MLEBENCH_REFERENCE to the folder that holds the package `mlebench`.",
  );
}
