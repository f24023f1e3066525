import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { asyncBufferFromFile, parquetReadObjects } from "hyparquet";
import { beforeAll, describe, expect, test } from "vitest";
import { readCsv } from "../../../src/frame/read-csv.ts";
import { exportFormat } from "../../../src/results/export/formats.ts";
import { tableNames } from "../../../src/results/export/table-names.ts";
import { tables } from "../../../src/results/export/tables/index.ts";
import { writeExport } from "../../../src/results/export/write-export.ts";
import { readResultSets } from "../../../src/results/read-result-sets.ts";
import type { ResultSet } from "../../../src/results/result-set.ts";
import { writeGradingReport } from "../../support/grading-reports.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { makeResults } from "./made-results.ts";

const place = temporaryDirectory();
const page = readFileSync(new URL("../../../docs/exports.md", import.meta.url), "utf8");
let sets: ResultSet[];

async function write(format: string, results = sets, folder = place("tables")): Promise<void> {
  const exporter = await exportFormat(format).load();
  await writeExport(await exporter(results, {}), folder, { force: true });
}

function readLines(table: string, folder = place("tables")): Record<string, unknown>[] {
  const lines = readFileSync(join(folder, `${table}.jsonl`), "utf8").split("\n");
  expect(lines.pop()).toBe("");
  return lines.map((line) => JSON.parse(line));
}

beforeAll(async () => {
  const { runs, reports } = await makeResults(place());
  sets = await readResultSets(["mine", reports], runs);
  for (const format of ["csv", "jsonl", "parquet"]) await write(format);
});

describe("tables of results", () => {
  test("have a row for every run, and leave empty what is unknown", () => {
    const rows = readLines("runs");
    expect(rows).toHaveLength(8);
    expect(rows[0]).toMatchObject({
      result_set: "baseline",
      source: "mine",
      run: "demo-plant-flowering_seed-0",
      status: "graded",
      score: 0.96,
      medal: "gold",
      end: "finished",
      elapsed_ms: 1000,
      calls: 0,
      cost_usd: 0,
      network: "closed",
      isolated: true,
      model: "openai/gpt-5-mini",
    });
    expect(rows[1]).toMatchObject({ failure_kind: "time limit", calls: 4, failed_calls: 1, unpriced_calls: 1 });
    expect(rows[3]).toMatchObject({ status: "infrastructure error", score: null, any_medal: null, attempts: null });
    expect(rows[4]).toMatchObject({ source: "grading_report_1.json", seed: null, cost_usd: null, isolated: null });
  });

  test("have a row for every candidate, with the best score so far", () => {
    const rows = readLines("candidates");
    expect(
      rows.map(({ candidate, elapsed_ms, score, best_score, medal }) => [
        candidate,
        elapsed_ms,
        score,
        best_score,
        medal,
      ]),
    ).toEqual([
      [1, 250, 0.94, 0.94, null],
      [2, 500, 0.95, 0.95, null],
      [3, 750, 0.96, 0.96, "gold"],
    ]);
  });

  test("have a row for every model call, and the runs have their sums", () => {
    const rows = readLines("calls");
    expect(rows.map(({ attempt, call, cost_usd, retries }) => [attempt, call, cost_usd, retries])).toEqual([
      [1, 1, 0.001, 0],
      [1, 2, null, 0],
      [1, 3, 0, 1],
      [1, 4, 0.001, 0],
    ]);
    const [run] = readLines("runs").filter(({ calls }) => calls === 4);
    expect(run).toMatchObject({ run: rows[0]!.run, input_tokens: 40, output_tokens: 20, cost_usd: 0.002 });
  });

  test("have a row for every competition of a set, with what is known about it", () => {
    const rows = readLines("competitions");
    expect(rows).toHaveLength(4);
    expect(rows[1]).toMatchObject({
      competition_id: "demo-repair-minutes",
      complexity: "demo",
      graded_runs: 1,
      missing_runs: 1,
    });
    expect(rows[2]).toMatchObject({ result_set: "reports", gold_medals: 1, valid_runs: 1, graded_runs: 2 });
  });

  test("keep scores that are not finite", async () => {
    const report = place("infinite", "grading_report.json");
    writeGradingReport(report, ["demo-a", "demo-b"], "gg");
    const [first, second] = readFileSync(report, "utf8").split(/(?<="demo-a",)/);
    writeFileSync(report, `${first}${second!.replace("0.96", "NaN").replace("0.96", "-Infinity")}`);
    const odd = await readResultSets([report], place());
    await write("csv", odd, place("odd"));
    await write("jsonl", odd, place("odd"));
    await write("parquet", odd, place("odd"));
    expect(readLines("runs", place("odd")).map((row) => [row.score, row.unrounded_score])).toEqual([
      [null, "NaN"],
      [null, "-Infinity"],
    ]);
    const file = await asyncBufferFromFile(place("odd", "runs.parquet"));
    const stored = await parquetReadObjects({ file, columns: ["score", "unrounded_score"] });
    expect(stored.map((row) => row.unrounded_score)).toEqual([Number.NaN, Number.NEGATIVE_INFINITY]);
    expect(readFileSync(place("odd", "runs.csv"), "utf8")).toMatch(/demo-a,,,graded,true,true,,NaN,.*,,-Infinity,/s);
  });

  test.each(tableNames)("%s: CSV and Parquet hold what JSON lines hold", async (name) => {
    const expected = readLines(name);
    const file = await asyncBufferFromFile(place("tables", `${name}.parquet`));
    const stored = await parquetReadObjects({ file });
    const asJson = (value: unknown) =>
      typeof value === "bigint" ? Number(value) : value instanceof Date ? value.toISOString() : value;
    expect(
      stored.map((row) => Object.fromEntries(Object.entries(row).map(([key, value]) => [key, asJson(value)]))),
    ).toEqual(expected);
    const frame = readCsv(place("tables", `${name}.csv`));
    expect([frame.names, frame.length]).toEqual([
      tables.find((each) => each.name === name)!.columns.map((each) => each.name),
      expected.length,
    ]);
  });
});

describe("docs/exports.md", () => {
  const rowsBelow = (title: string) => {
    const section = page.split(`### ${title}\n`)[1]!.split(/^##/m)[0]!;
    return [...section.matchAll(/^\| `(\w+)` \| (\w+) \| (.+) \|$/gm)].map(([, name, type, meaning]) => ({
      name,
      type,
      meaning,
    }));
  };

  test.each(tables.map((table) => [table.name, table] as const))(
    "documents every column of %s, and no other",
    (name, { columns }) => {
      const defined = columns.map(({ name, type, meaning }) => ({ name, type, meaning }));
      expect(rowsBelow(name)).toEqual(defined);
    },
  );

  test("has an example in JavaScript that works", () => {
    const [, example] = /```js\n(.*?)```/s.exec(page)!;
    writeFileSync(place("example.mjs"), example!);
    const output = execFileSync(process.execPath, ["example.mjs"], { cwd: place(), encoding: "utf8" });
    expect(output).toMatch(/'reports' +│ 4 /);
    expect(output).toContain("on average: 0.004166");
  });
});
