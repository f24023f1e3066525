import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { improveInWorker } from "../../../src/agents/baseline/improve-in-worker.ts";
import type { Sample } from "../../../src/agents/baseline/reading/sample.ts";
import { parseCsv } from "../../../src/frame/read-csv.ts";
import { writeSevenZip } from "../../../src/lib/archive/write-seven-zip.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { bundleSolver } from "../bundled-solver.ts";
import { csv, times, writeFiles } from "./small-competition.ts";

const place = temporaryDirectory();
const bytes = Buffer.from("id,y\n1,0\n");
const sample: Sample = { path: "sample_submission.csv", bytes, table: parseCsv(bytes) };
const offer =
  'parentPort.postMessage({ offer: { bytes: Buffer.from("id,y\\n1,7\\n"), filled: new Map([["y", "number"]]) } });';

/** Runs a module as the thread; gives what it comes to and the lines. */
async function run(name: string, code: string, limits: { seconds?: number; heapMb?: number } = {}) {
  const file = place(`${name}.mjs`);
  writeFileSync(file, `import { parentPort } from "node:worker_threads";\n${code}`);
  const [lines, offers]: [string[], string[]] = [[], []];
  const { seconds = 600, heapMb = 64 } = limits;
  const find = improveInWorker(pathToFileURL(file), { hardDeadline: Date.now() + 1000 * seconds, heapMb });
  const options = { publicDirectory: place(), seed: 0, deadline: Date.now() };
  const found = await find(sample, options, {
    say: (line) => lines.push(line),
    offer: (candidate) => offers.push(candidate.bytes.toString()),
  });
  return { found: "bytes" in found ? found.bytes.toString() : found.declined, lines, offers };
}

describe("learning in a thread", () => {
  const forEver = "for (;;) {}";
  const fillMemory = "const all = []; for (;;) all.push(Array(1000).fill(all.length));";

  test("hands over lines and the result", async () => {
    const code = `parentPort.postMessage({ line: "Hello." }); parentPort.postMessage({ improvement: { declined: "no" } });`;
    expect(await run("plain", code)).toEqual({ found: "no", lines: ["Hello."], offers: [] });
  });

  test("is ended when time runs out", async () => {
    expect((await run("late", forEver, { seconds: 1 })).found).toBe("time ran out");
  });

  test("is ended when memory runs out", async () => {
    expect((await run("large", fillMemory)).found).toBe("memory ran out");
  });

  test("offers candidates before that", async () => {
    const { found, offers } = await run("offering", `${offer}\nsetTimeout(() => { ${fillMemory} }, 100);`);
    expect(found).toBe("memory ran out");
    expect(offers).toEqual(["id,y\n1,7\n"]);
  });

  test("passes its errors on, and notices an early end", async () => {
    await expect(run("failing", 'throw new Error("no luck");')).rejects.toThrow("no luck");
    expect((await run("leaving", "process.exit(3);")).found).toBe("the thread ended early (3)");
  });
});

describe("the bundled solver", () => {
  const solver = place("baseline.mjs");
  const sampleText = csv(
    "id,y",
    times(40, (row) => [1000 + row, 0]),
  );
  const start = (environment: Record<string, string>) => {
    const env = { DATA_DIR: place("public"), SUBMISSION_DIR: place("submission"), ...environment };
    return spawnSync(process.execPath, [solver], { env, encoding: "utf8" });
  };
  beforeAll(async () => {
    await bundleSolver(solver);
    const rows = times(100, (row) => [row, row % 20, (row % 20) / 7]);
    writeFiles(place("public"), {
      "train.csv": csv("id,x,y", rows),
      "test.csv": csv(
        "id,x",
        times(40, (row) => [1000 + row, row % 20]),
      ),
      "sample_submission.csv": sampleText,
    });
  });

  test("is one file that needs nothing beside it", () => {
    expect(readFileSync(solver, "utf8")).not.toMatch(/from\s*"(?!node:)[^"]+"|import\("(?!node:|module)[^"]+"\)/);
    const { status, stdout, stderr } = start({ TIME_LIMIT_SECONDS: "600" });
    expect(stderr).toBe("");
    expect(stdout).toMatch(/^Submitted the sample first: sample_submission.csv, 40 rows\.$/m);
    expect(stdout).toMatch(/^y \(number\): loss .* better than the sample and than a constant$/m);
    expect(status).toBe(0);
    expect(readFileSync(place("submission", "submission.csv"), "utf8")).not.toBe(sampleText);
  });

  test("ends well with the sample when its time is over before it begins", () => {
    const { status, stdout } = start({ DEADLINE: new Date(Date.now() - 1000).toISOString() });
    expect(stdout).toContain("Declined: time ran out; the sample submission stays.");
    expect(status).toBe(0);
    expect(readFileSync(place("submission", "submission.csv"), "utf8")).toBe(sampleText);
  });

  test("unpacks a sample that was packed by 7-Zip", async () => {
    writeFiles(place("loose"), { "sample_submission.csv": sampleText });
    await writeSevenZip(place("packed", "sample_submission.csv.7z"), place("loose"));
    const { status, stderr } = start({ DATA_DIR: place("packed"), SUBMISSION_DIR: place("unpacked") });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(readFileSync(place("unpacked", "submission.csv"), "utf8")).toBe(sampleText);
  });

  test("says what is missing and fails where there is no sample submission", () => {
    const { status, stdout } = start({ DATA_DIR: fileURLToPath(new URL(".", import.meta.url)) });
    expect(stdout).toContain("There is no sample submission in");
    expect(status).toBe(1);
  });
});
