// Runs commands and measures their wall time, and the peak memory that each one reports.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const command = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
const peakReporter = fileURLToPath(new URL("../test/support/report-peak-memory.cjs", import.meta.url));
const referenceScript = fileURLToPath(new URL("reference.py", import.meta.url));

const { MLEBENCH_PYTHON: python, MLEBENCH_REFERENCE: reference } = process.env;

/** Whether the Python reference is available. */
export const hasReference = Boolean(python && reference);

/** Runs two things alternately, so that other work on the machine affects both. Returns the fastest run of each. */
export function inTurn(runs, ...things) {
  const best = things.map((run) => run());
  for (let round = 1; round < runs; round += 1) {
    for (const [index, run] of things.entries()) {
      const result = run();
      if (result !== null && result.seconds < best[index].seconds) best[index] = result;
    }
  }
  return best;
}

function timed(file, parameters, options) {
  const started = performance.now();
  const result = spawnSync(file, parameters, { maxBuffer: 2 ** 30, ...options });
  const seconds = (performance.now() - started) / 1000;
  if (result.error) throw result.error;
  return { ...result, seconds };
}

/** Our command. Exit code 3 (invalid items) is fine here. */
export function runOurs(parameters) {
  const { status, stdout, stderr, seconds } = timed(process.execPath, [command, ...parameters]);
  if (status !== 0 && status !== 3) throw new Error(`mlebench ${parameters[0]} ended with ${status}: ${stderr}`);
  return { seconds, text: String(stdout) };
}

/** The peak memory of our command, from a separate run, because measuring it takes time. */
export function peakOfOurs(parameters) {
  const { output } = timed(process.execPath, ["--require", peakReporter, command, ...parameters], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  return Number(output[3]) / 1024;
}

/** The reference on some items, in one process. Null if it is not available. */
export function runReference(items) {
  if (!hasReference) return null;
  const input = items.map((item) => `${JSON.stringify(item)}\n`).join("");
  const { status, stdout, stderr, seconds } = timed(python, [referenceScript], { input });
  if (status !== 0) throw new Error(`The reference ended with ${status}: ${stderr}`);
  const lines = String(stdout)
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  return { seconds, mebibytes: lines.pop().peak / 1024, scores: lines };
}

/** The lower limit: the time to read the bytes and do nothing with them. */
export function readBytes(paths) {
  return inTurn(3, () => timed("cat", paths, { stdio: ["ignore", "ignore", "inherit"] }))[0];
}
