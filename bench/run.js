// Compares grading with the Python reference and with merely reading the bytes. Prints, never judges.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { goldenItems } from "./golden-items.js";
import { makeTables } from "./make-tables.js";
import { hasReference, readBytes, runOurs, runReference } from "./measure.js";

const rows = Number(process.env.MLEBENCH_BENCH_ROWS ?? 1_000_000);
const folder = mkdtempSync(join(tmpdir(), "mlebench-bench-"));
const table = [["what", "ours", "reference", "faster", "memory", "reference", "share", "reading the bytes"]];

const seconds = (value) => `${value < 1 ? value.toFixed(3) : value.toFixed(2)} s`;
const mebibytes = (value) => `${Math.round(value)} MiB`;

function report(what, ours, reference, limit) {
  table.push([
    what,
    seconds(ours.seconds),
    reference === null ? "-" : seconds(reference.seconds),
    reference === null ? "-" : `${(reference.seconds / ours.seconds).toFixed(1)} x`,
    mebibytes(ours.mebibytes),
    reference === null ? "-" : mebibytes(reference.mebibytes),
    reference === null ? "-" : (ours.mebibytes / reference.mebibytes).toFixed(2),
    seconds(limit.seconds),
  ]);
}

function gradeOne(what, item, runs) {
  const parameters = ["grade-sample", item.submission_path, item.competition_id, "--answers", item.answers_path];
  const ours = runOurs([...parameters, "--json"], runs);
  const reference = runReference([item], runs);
  report(what, ours, reference, readBytes([item.submission_path, item.answers_path]));
  const { score } = JSON.parse(ours.text);
  if (reference !== null && Number(reference.scores[0]) !== score) {
    console.log(`${what}: the scores differ, ours ${score}, the reference's ${reference.scores[0]}`);
  }
}

function gradeAll(items) {
  const list = join(folder, "items.jsonl");
  writeFileSync(list, items.map((item) => `${JSON.stringify(item)}\n`).join(""));
  const ours = runOurs(["grade", "--submission", list, "--output-dir", join(folder, "report"), "--json"], 3);
  const reference = runReference(items, 1);
  const files = [...new Set(items.flatMap((item) => [item.submission_path, item.answers_path]))];
  report(`${items.length} golden cases in one batch`, ours, reference, readBytes(files));
  if (reference === null) return;
  const scores = JSON.parse(ours.text).competition_reports.map((each) => each.score);
  const different = scores.filter((score, index) => {
    const expected = reference.scores[index] === null ? Number.NaN : Number(reference.scores[index]);
    return score === null ? Number.isFinite(expected) : score !== expected;
  });
  console.log(`${items.length - different.length} of ${items.length} golden cases have the reference's score.`);
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
