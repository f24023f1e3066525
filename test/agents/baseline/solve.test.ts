import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { solve } from "../../../src/agents/baseline/solve.ts";
import { getCompetition } from "../../../src/competitions/get-competition.ts";
import { loadSplit } from "../../../src/facts/splits.ts";
import { readCsv } from "../../../src/frame/read-csv.ts";
import { gradeSubmission } from "../../../src/grade/grade-submission.ts";
import { MissingData } from "../../../src/lib/errors.ts";
import { prepareCompetition } from "../../../src/runs/preparation/prepare-competition.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const place = temporaryDirectory();
const publicOf = (id: string) => place("data", id, "prepared", "public");
const inSeconds = (seconds: number) => Date.now() + 1000 * seconds;

/** Prepares a demo competition and gives a way to solve and grade it. */
async function opened(id: string) {
  const competition = await getCompetition(id);
  await prepareCompetition(competition, { dataDirectory: place("data") });
  const answers = place("data", id, "prepared", "private", "test.csv");
  const attempt = async (name: string, seed: number, seconds: number) => {
    const submissionPath = place("out", `${id}-${name}.csv`);
    await solve({ publicDirectory: publicOf(id), submissionPath, seed, deadline: inSeconds(seconds) });
    return { submissionPath, report: gradeSubmission(competition, { submissionPath, answers }) };
  };
  return { facts: competition.facts, attempt };
}

const repair = "demo-repair-minutes";
const medals: string[] = [];
/** What the solver submitted for the repairs with the seed 1, and its score. */
let patient: Awaited<ReturnType<Awaited<ReturnType<typeof opened>>["attempt"]>>;
describe("the baseline on the demo competitions", () => {
  test.each(loadSplit("demo"))("%s: closes most of the gap between the sample and the gold threshold", async (id) => {
    const { facts, attempt } = await opened(id);
    const first = await attempt("first", 1, 600);
    if (id === repair) patient = first;
    const { report } = first;
    const sample = Number(facts.sampleScore);
    const closed = (report.score! - sample) / (facts.thresholds.gold - sample);
    expect(report.extra.failure).toBeNull();
    expect(closed).toBeGreaterThan(0.75);
    expect(report.above_median).toBe(true);
    if (report.any_medal) medals.push(id);
  });

  test("wins at least a bronze on most of them", () => {
    expect(medals.length).toBeGreaterThanOrEqual(4);
  });
});

describe("a solver with a seed and a deadline", async () => {
  const { facts, attempt } = await opened(repair);
  beforeAll(async () => {
    patient ??= await attempt("first", 1, 600);
  });

  test("submits the same for the same seed, and something else for another", async () => {
    const read = async (name: string, seed: number) => readFileSync((await attempt(name, seed, 600)).submissionPath);
    const first = readFileSync(patient.submissionPath);
    expect((await read("again", 1)).equals(first)).toBe(true);
    expect((await read("other", 2)).equals(first)).toBe(false);
  });

  test("learns nothing more once its deadline has passed, and still submits", async () => {
    const hurried = await attempt("hurried", 1, 0);
    expect(hurried.report.valid_submission).toBe(true);
    expect(hurried.report.score).toBeGreaterThan(patient.report.score!);
    expect(hurried.report.score).toBeLessThan(Number(facts.sampleScore));
  });
});

describe("what it makes of other folders", () => {
  /** A public folder with these files, and the submission for it. */
  async function submit(name: string, files: Readonly<Record<string, string>>): Promise<string[]> {
    mkdirSync(place(name), { recursive: true });
    for (const [file, content] of Object.entries(files)) writeFileSync(place(name, file), content);
    const submissionPath = place(name, "deep", "submission.csv");
    await solve({ publicDirectory: place(name), submissionPath, seed: 0, deadline: inSeconds(600) });
    expect(readdirSync(place(name, "deep"))).toEqual(["submission.csv"]);
    return readFileSync(submissionPath, "utf8").trimEnd().split("\n");
  }
  const rows = Array.from({ length: 200 }, (_, row) => row);

  test("submits the sample where there is nothing to learn from", async () => {
    expect(await submit("bare", { "sample_submission.csv": "id,box\n1,0 0 1 1\n2,0 0 1 1\n" })).toEqual([
      "id,box",
      "1,0 0 1 1",
      "2,0 0 1 1",
    ]);
  });

  test("writes True and False where the training table has them, in the sample's order", async () => {
    const train = rows.map((row) => `${row},${row % 10},${row % 10 > 4 ? "True" : "False"}`);
    const lines = await submit("labels", {
      "train.csv": `id,digit,large\n${train.join("\n")}\n`,
      "test.csv": "id,digit\n900,9\n901,1\n902,7\n",
      "sample_submission.csv": "id,large\n901,False\n902,False\n900,False\n",
    });
    expect(lines).toEqual(["id,large", "901,False", "902,True", "900,True"]);
  });

  test("predicts several columns, and keeps the sample's value for rows it knows nothing of", async () => {
    const train = rows.map((row) => `${row},${row % 20},${3 * (row % 20) + 0.5},${100.25 - (row % 20)}`);
    const [, first, second, unknown] = await submit("several", {
      "train.csv": `id,x,up,down\n${train.join("\n")}\n`,
      "test.csv": "id,x\na,0\nb,19\n",
      "sample_submission.csv": "id,up,down\na,0.5,0.5\nb,0.5,0.5\nc,0.25,0.5\n",
    });
    const [a, b] = [first!, second!].map((line) => line.split(",").slice(1).map(Number));
    expect(a![0]).toBeLessThan(15);
    expect(b![0]).toBeGreaterThan(45);
    expect(a![1]).toBeGreaterThan(b![1]!);
    expect(unknown).toBe("c,0.25,0.5");
  });

  test("copes with a training table of two rows, gaps and a constant column", async () => {
    const lines = await submit("tiny", {
      "train.csv": "id,a,b,y\n1,,5,0.5\n2,3.5,5,1.5\n",
      "test.csv": "id,a,b\n3,,5\n4,2,5\n",
      "sample_submission.csv": "id,y\n3,0.0\n4,0.0\n",
    });
    expect(lines).toHaveLength(3);
    for (const line of lines.slice(1)) expect(Number.isFinite(Number(line.split(",")[1]))).toBe(true);
  });

  test("says what is missing where there is no sample submission", async () => {
    mkdirSync(place("empty"));
    const options = { publicDirectory: place("empty"), submissionPath: place("none.csv"), seed: 0 };
    await expect(solve({ ...options, deadline: inSeconds(1) })).rejects.toThrow(MissingData);
  });
});

const built = fileURLToPath(new URL("../../../dist/agents/baseline/main.js", import.meta.url));
test("runs as a process of its own, told by the environment", async () => {
  await opened(repair);
  const environment = {
    DATA_DIR: publicOf(repair),
    SUBMISSION_DIR: place("own"),
    SEED: "3",
    TIME_LIMIT_SECONDS: "600",
  };
  const { status, stdout } = spawnSync(process.execPath, [built], { env: environment, encoding: "utf8" });
  expect(status).toBe(0);
  expect(stdout).toContain("minutes (number): loss");
  const sample = readCsv(join(publicOf(repair), "sample_submission.csv"));
  expect(readCsv(place("own", "submission.csv")).length).toBe(sample.length);
});
