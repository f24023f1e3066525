// Compares preparing with the Python reference's prepare() and with copying the bytes once. Prints figures, without pass or fail.
//
//     node bench/prepare.js [share]     with a share below 1, uses only that much of the data
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { kinds } from "./make-raw.js";

const { MLEBENCH_PYTHON: python, MLEBENCH_REFERENCE: reference } = process.env;
const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const share = Number(process.argv[2] ?? process.env.MLEBENCH_BENCH_SHARE ?? 1);
const folder = mkdtempSync(join(tmpdir(), "mlebench-bench-prepare-"));
const widths = [34, 8, 9, 6, 8, 9, 5, 13, 12];
/** Prints a line of the table immediately, since the whole table takes minutes. */
const print = (cells) => console.log(`| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(" | ")} |`);
const seconds = (value) => (value === null ? "-" : `${value.toFixed(2)} s`);
const mebibytes = (value) => (value === null ? "-" : `${Math.round(value)} MiB`);

function timed(file, parameters) {
  const started = performance.now();
  const { status, stdout, stderr, error } = spawnSync(file, parameters, { maxBuffer: 2 ** 28 });
  if (error || status !== 0) throw error ?? new Error(`${file} ended with ${status}: ${stderr}`);
  return { wall: (performance.now() - started) / 1000, text: String(stdout) };
}

/** Runs a preparation in its own process. Returns its wall time, including the start, and its peak memory. */
function prepared(file, parameters, output) {
  const { wall, text } = timed(file, [...parameters, output]);
  return { seconds: wall, mebibytes: JSON.parse(text).peak / 1024 };
}

function copied(raw) {
  const { wall } = timed("cp", ["-r", raw, join(folder, "copy")]);
  rmSync(join(folder, "copy"), { recursive: true });
  return wall;
}

function fingerprint(output) {
  const files = readdirSync(output, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
  const hash = createHash("md5");
  for (const path of paths) hash.update(path.slice(output.length)).update(readFileSync(path));
  return hash.digest("hex");
}

/** Measures one kind of data. Returns our figures. */
function measure(what, kind, count, { ourRuns = 2, theirRuns = 1 } = {}) {
  const { competition, make } = kinds[kind];
  const raw = join(folder, "raw");
  const [ours, theirs, data] = ["ours", "theirs", "data"].map((name) => join(folder, name));
  mkdirSync(raw);
  make(raw, Math.round(count * share));
  const copying = Math.min(copied(raw), copied(raw));
  const best = (runs, run) => Array.from({ length: runs }, run).reduce((a, b) => (b.seconds < a.seconds ? b : a));
  const our = best(ourRuns, () => {
    rmSync(ours, { recursive: true, force: true });
    return prepared(process.execPath, [here("our-prepare.js"), competition, raw], ours);
  });
  const their =
    python && reference
      ? best(theirRuns, () => {
          rmSync(theirs, { recursive: true, force: true });
          return prepared(python, ["-O", here("reference-prepare.py"), competition, raw], theirs);
        })
      : null;
  const parameters = ["prepare", "-c", competition, "--from-raw", raw, "--data-dir", data, "--skip-verification"];
  const whole = timed(process.execPath, [here("../dist/cli/main.js"), ...parameters]).wall;
  print([
    what,
    seconds(our.seconds),
    seconds(their?.seconds ?? null),
    their === null ? "-" : `${(their.seconds / our.seconds).toFixed(1)} x`,
    mebibytes(our.mebibytes),
    mebibytes(their?.mebibytes ?? null),
    their === null ? "-" : (our.mebibytes / their.mebibytes).toFixed(2),
    seconds(whole),
    seconds(copying),
  ]);
  if (their !== null) {
    rmSync(join(ours, "scratch"), { recursive: true });
    if (count * share <= 2_000_000 && fingerprint(ours) !== fingerprint(theirs)) console.log(`${what}: files differ!`);
  }
  for (const path of [raw, ours, theirs, data]) rmSync(path, { recursive: true, force: true });
  return our;
}

const rows = (count) => `${Math.round(count * share).toLocaleString("en")}`;
try {
  print(["what", "ours", "reference", "faster", "memory", "reference", "share", "whole command", "copying once"]);
  measure(`table, ${rows(1_000_000)} rows x 10 columns`, "mixed", 1_000_000, { ourRuns: 3, theirRuns: 2 });
  const rides = [1_500_000, 3_000_000, 6_000_000].map((count) => measure(`taxi, ${rows(count)} rows`, "taxi", count));
  measure(`${rows(50_000)} small images`, "images", 50_000);
  const growth = rides.slice(1).map((each, index) => (each.seconds / rides[index].seconds).toFixed(2));
  console.log(`Doubling the taxi rows takes ${growth.join(" and ")} times as long.`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
