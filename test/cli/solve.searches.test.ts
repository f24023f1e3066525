import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { hasBubblewrap } from "../support/bubblewrap.ts";
import { groupsIn, sandboxOptions } from "../support/run-agents.ts";
import { type CliOptions, runCli } from "../support/run-cli.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const place = temporaryDirectory();
let folders = 0;

/** A folder with these files. */
function dataWith(files: Readonly<Record<string, string>>): string {
  const folder = place(`data-${folders++}`);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

const table = (header: string, rows: number, rowOf: (row: number) => string): string =>
  `${[header, ...Array.from({ length: rows }, (_, row) => rowOf(row))].join("\n")}\n`;

/** The price follows from the other columns, and the table is sorted by it. */
const sizeOf = (row: number): string => `${row},${row % 2 ? "house" : "flat"}`;
const priceOf = (row: number): number => 100 + 3 * row + (row % 2) * 0.5;
const houses = table("size,kind,price", 200, (row) => `${sizeOf(row)},${priceOf(row)}`);
const forSale = table("kind,size", 5, (row) => `${row % 2 ? "house" : "flat"},${40 * row}`);

const solve = (parameters: readonly string[], options: CliOptions = {}) =>
  runCli(
    ["solve", "--goal", "Predict the price", ...sandboxOptions(parameters), "--time-limit", "120", ...parameters],
    options,
  );

const baseline = ["--agent", "baseline"];
const byPrice = ["--metric", "rmse", "--target", "price"];

/** What `--json` prints. */
async function solved(parameters: readonly string[], options: CliOptions = {}) {
  const { stdout, stderr, exitCode } = await solve(["--json", ...parameters], options);
  expect(exitCode, stderr).toBe(0);
  const solution = JSON.parse(stdout);
  const read = (path: string): string[] => readFileSync(path, "utf8").trimEnd().split("\n");
  const prepared = (name: string): string[] => read(join(solution.folder, "prepared", name));
  return { solution, run: solution.runs[0], read, prepared, stderr };
}

describe("mlebench solve", () => {
  test("scores an agent on rows that it has not seen, and predicts the table without labels", async () => {
    const data = dataWith({ "train.csv": houses, "test.csv": forSale, "notes.txt": "Prices in thousands." });
    const places = ["--run-dir", place("runs"), "--data", data];
    const { solution, run, read, prepared } = await solved([...places, ...byPrice, ...baseline]);
    expect(run.score).toBeLessThan(solution.sample_score / 5);
    expect(prepared("public/train.csv")).toHaveLength(161);
    expect(prepared("public/test.csv")).toHaveLength(1 + 40 + 5);
    expect(prepared("public/test.csv")[0]).toBe("row_id,size,kind");
    expect(prepared("public/notes.txt")).toEqual(["Prices in thousands."]);
    expect(prepared("public/description.md").join("\n")).toContain("Predict the price.");
    const predictions = read(run.predictions)
      .slice(1)
      .map((line) => line.split(",").map(Number));
    expect(predictions.map(([row]) => row)).toEqual([1, 2, 3, 4, 5]);
    for (const [row, price] of predictions) {
      expect(Math.abs(price! - priceOf(40 * (row! - 1)))).toBeLessThan(60);
    }

    // The same command finds what it has done.
    const again = await solve([...places, ...byPrice, ...baseline]);
    expect([again.exitCode, again.stderr]).toEqual([0, expect.stringContaining("All runs are done.")]);
    expect(again.stdout).toContain("Root mean squared error of `price` on the hold-out (20 % of 200 labelled rows)");
    expect(groupsIn(place("runs"))).toHaveLength(1);
  });

  test("numbers rows so that a table sorted by its target gives nothing away", async () => {
    const places = ["--run-dir", place("sorted"), "--data", dataWith({ "houses.csv": houses })];
    const { prepared } = await solved([...places, ...byPrice, "--agent", "dummy"]);
    const prices = prepared("private/test.csv")
      .slice(1)
      .map((line) => Number(line.split(",")[1]));
    const rises = prices.filter((price, row) => row > 0 && price > prices[row - 1]!);
    expect(rises.length).toBeGreaterThan(10);
    expect(rises.length).toBeLessThan(29);
  });

  test("takes one file, labels of any kind and the ids that are there", async () => {
    const flowers = table(
      "plant_id,size,colour",
      60,
      (row) => `p${row},${row % 3},${["red", "blue", "white"][row % 3]}`,
    );
    const file = join(dataWith({ "flowers.csv": flowers }), "flowers.csv");
    const task = ["--data", file, "--run-dir", place("flowers"), "--target", "colour", ...baseline];
    const shares = await solved([...task, "--metric", "multi-class-log-loss", "--holdout", "0.3"]);
    expect(shares.prepared("public/sample_submission.csv")[0]).toBe("plant_id,blue,red,white");
    expect(shares.prepared("private/test.csv")).toHaveLength(1 + 18);
    expect(shares.run.score).toBeLessThan(0.3);
    const labels = await solved([...task, "--metric", "f1"]);
    expect([labels.solution.metric, labels.run.score]).toEqual(["macro-f1", 1]);
  });

  test("runs a search with a model, which rehearses on the part that it may see", async () => {
    const data = dataWith({ "train.csv": houses });
    const model = ["--agent", "aide", "--model", "scripted/examples/search.yaml", "--set", "program=main.mjs"];
    const places = ["--run-dir", place("search"), "--data", data];
    const { solution, run, read } = await solved([...places, ...byPrice, ...model, "--set", "steps=6", "--seed", "7"]);
    expect([run.seed, run.valid]).toEqual([7, true]);
    expect(run.score).toBeLessThan(solution.sample_score);
    expect(existsSync(join(run.program, "main.mjs"))).toBe(true);
    const rehearsed = read(join(solution.folder, "rehearsal-0", "public", "train.csv"));
    expect(rehearsed).toHaveLength(1 + 144);
  });

  test("keeps the agents of your config file", async () => {
    const directory = dataWith({
      "train.csv": houses,
      "mlebench.config.json": JSON.stringify({ agents: ["./mean.mjs"], splits: { one: ["spaceship-titanic"] } }),
      "mean.mjs": `import { defineAgent, z } from "mlebench/runs";
export default defineAgent({
  name: "copy",
  summary: "submits the sample",
  settings: z.strictObject({}),
  create: async ({ label }) => ({
    name: label,
    needs: async () => ({}),
    act: ({ sandbox, signal, graceMs, onOutput }) =>
      sandbox.run(["/bin/sh", "-c", 'cp "$DATA_DIR/sample_submission.csv" "$SUBMISSION_DIR/submission.csv"'],
        { signal, graceMs, onOutput, keepOutput: false }),
  }),
});`,
    });
    const { run, solution } = await solved(["--data", ".", ...byPrice, "--agent", "copy"], { directory });
    expect(run.score).toBe(solution.sample_score);
    // The folder of runs is below the data by now, and is no part of it.
    const again = await solved(["--data", ".", ...byPrice, "--agent", "copy"], { directory });
    expect([again.solution.competition_id, again.solution.group]).toEqual([solution.competition_id, solution.group]);
  });

  test.skipIf(!hasBubblewrap)("hides the data from agents, and tables with the answers in any case", async () => {
    const data = dataWith({
      "train.csv": houses,
      "copy.csv": houses,
      "more/copy.csv": houses,
      "images/a.txt": "a",
    });
    const script = `cp "$DATA_DIR/sample_submission.csv" "$SUBMISSION_DIR/submission.csv"; ls "$DATA_DIR" > "$LOGS_DIR/seen"; cat '${data}/train.csv' && exit 9; true`;
    const places = ["--run-dir", place("hidden"), "--data", data];
    const agent = ["--", "/bin/sh", "-c", script];
    const { run, read, stderr } = await solved([...places, ...byPrice, ...agent]);
    expect(run.end, stderr).toBe("finished");
    expect(read(join(run.folder, "logs", "seen"))).toEqual([
      "description.md",
      "images",
      "sample_submission.csv",
      "test.csv",
      "train.csv",
    ]);
    expect(stderr).toContain("Agents do not get copy.csv: it has a column price.");
    expect(stderr).toContain("Agents do not get more/: copy.csv in it has a column price.");
    const mounted = await solve([...places, ...byPrice, "--mount", data, ...agent]);
    expect([mounted.exitCode, mounted.stderr]).toEqual([2, expect.stringContaining("which agents must not see")]);
  });

  const twelve = (header: string, cells: (row: number) => string): string => table(header, 12, cells);
  test.each([
    [{}, byPrice, "holds no CSV file"],
    [{ "a.csv": "" }, byPrice, "has no column `price`. No column can be read from it."],
    [{ "a.csv": "size,price\n" }, byPrice, "a.csv has no rows."],
    [{ "a.csv": "size,price\n1,2\n" }, byPrice, "a.csv has 1 row with a value of `price`; at least 10 are needed"],
    [
      { "a.csv": houses },
      ["--metric", "rmse", "--target", "pirce"],
      "Did you mean `price`? Columns: size, kind, price.",
    ],
    [{ "a.csv": houses }, ["--metric", "rmes", "--target", "price"], "There is no metric `rmes`. Did you mean `rmse`?"],
    [{ "a.csv": houses }, ["--metric", "rmse"], "Missing: --target."],
    [{ "a.csv": twelve("x,price", (row) => `${row},5`) }, byPrice, '`price` of a.csv is "5" in every row'],
    [
      { "a.csv": houses },
      ["--metric", "mae", "--target", "kind"],
      'mae needs numbers, but `kind` of a.csv holds "flat" in row 1.',
    ],
    [{ "a.csv": houses }, ["--metric", "auc", "--target", "kind"], "roc-auc needs a column of 0 and 1"],
    [{ "a.csv": houses }, ["--metric", "accuracy", "--target", "price"], "accuracy needs classes"],
    [
      { "a.csv": twelve("x,price", (row) => `1,${row - 3}`) },
      ["--metric", "rmsle", "--target", "price"],
      "holds -3 in row 1",
    ],
    [
      { "a.csv": houses, "b.csv": houses },
      byPrice,
      "a.csv, b.csv have a column `price`. Name the one to learn from with --train",
    ],
    [{ "a.csv": houses, "b.csv": "size\n1\n" }, [...byPrice, "--test", "b.csv"], "b.csv lacks columns of a.csv: kind."],
    [{ "a.csv": houses }, [...byPrice, "--id", "kind"], '`kind` does not identify rows: "flat" occurs twice.'],
    [{ "a.csv": `${houses}1,2,3,4,5\n` }, byPrice, "has more cells than the rows before it"],
  ])("explains what is wrong with %j and %j before anything runs", async (files, task, message) => {
    const data = dataWith(files as Record<string, string>);
    mkdirSync(data, { recursive: true });
    const runs = place(`refused-${folders}`);
    const { exitCode, stderr } = await solve(["--data", data, "--run-dir", runs, ...task, ...baseline]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(existsSync(runs)).toBe(false);
  });

  test("lists the metrics", async () => {
    const { stdout, exitCode } = await solve(["--list-metrics"]);
    expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/^roc-auc +Area under the ROC curve +higher/m)]);
  });
});
