// Runs commands and measures them from outside: wall time, and the peak memory that each tells about itself.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const command = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
const peakReporter = fileURLToPath(new URL("../test/support/report-peak-memory.cjs", import.meta.url));
const referenceScript = fileURLToPath(new URL("reference.py", import.meta.url));

const { MLEBENCH_PYTHON: python, MLEBENCH_REFERENCE: reference } = process.env;

/** Whether the Python reference can be run. */
export const hasReference = Boolean(python && reference);

/** Runs two things in turn, so that other work on the machine disturbs both alike; the fastest run of each counts. */
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

/** Our command; 3 (invalid items) is a good ending here. */
export function runOurs(parameters) {
  const { status, stdout, stderr, seconds } = timed(process.execPath, [command, ...parameters]);
  if (status !== 0 && status !== 3) throw new Error(`mlebench ${parameters[0]} ended with ${status}: ${stderr}`);
  return { seconds, text: String(stdout) };
}

/** Our command's peak memory, from a run of its own: asking for it takes time. */
export function peakOfOurs(parameters) {
  const { output } = timed(process.execPath, ["--require", peakReporter, command, ...parameters], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  return Number(output[3]) / 1024;
}

/** The reference on some items, in one process. Null when it is not at hand. */
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

/** The limit: how long it takes to read the bytes and do nothing with them. */
export function readBytes(paths) {
  return inTurn(3, () => timed("cat", paths, { stdio: ["ignore", "ignore", "inherit"] }))[0];
}
