import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cutRows } from "../../src/competitions/own-table/cut-rows.ts";
import { tableCompetition } from "../../src/competitions/own-table/table-competition.ts";
import { tableMetric, tableMetrics } from "../../src/competitions/own-table/table-metrics.ts";
import type { TableTask } from "../../src/competitions/own-table/table-task.ts";
import { TextColumn } from "../../src/frame/column.ts";
import type { Frame } from "../../src/frame/frame.ts";
import { parseCsv, readCsv } from "../../src/frame/read-csv.ts";
import { InvalidSubmission } from "../../src/lib/errors.ts";
import { createContext } from "../../src/prepare/context.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const place = temporaryDirectory();
let folders = 0;

/** Targets that metrics of each kind can score. */
const targets = {
  labels: (row: number) => ["red", "blue", "white"][row % 3]!,
  "zero-or-one": (row: number) => String(row % 2),
  "whole-numbers": (row: number) => String(row % 4),
  numbers: (row: number) => String(row * 1.5 - 7),
  "non-negative-numbers": (row: number) => String(row / 3),
};

/** A prepared table, with the labels that this metric needs. */
async function prepare(
  metric: string,
  changes: Partial<TableTask> = {},
  labelOf = targets[tableMetric(metric).target],
) {
  const { predicts } = tableMetric(metric);
  const folder = place(`${metric}-${folders++}`);
  mkdirSync(join(folder, "data"), { recursive: true });
  const rows = Array.from({ length: 30 }, (_, row) => `${row * 2},${labelOf(row)}`);
  writeFileSync(join(folder, "data", "train.csv"), ["x,y", ...rows, ""].join("\n"));
  writeFileSync(join(folder, "data", "test.csv"), "x\n100\n200\n");
  const task: TableTask = {
    id: "own",
    name: "own",
    goal: "Predict y.",
    data: join(folder, "data"),
    train: "train.csv",
    test: null,
    files: [],
    target: "y",
    rowId: null,
    metric,
    classes: predicts === "probabilities" ? ["blue", "red", "white"] : [],
    holdout: 0.2,
    seed: 0,
    ...changes,
  };
  const competition = tableCompetition(task);
  const [output, scratch] = [join(folder, "prepared"), join(folder, "scratch")];
  mkdirSync(scratch, { recursive: true });
  await competition.prepare!(createContext({ raw: task.data, output, scratch, signal: new AbortController().signal }));
  const read = (name: string): Frame => readCsv(join(output, name));
  const text = (name: string): string => readFileSync(join(output, name), "utf8");
  return { competition, read, text };
}

describe("a table as a competition", () => {
  const cases = tableMetrics.flatMap(({ name }) => [
    { name, test: null },
    { name, test: "test.csv" },
  ]);
  test.each(cases)(
    "$name accepts the sample and scores answers best, with the rows of $test",
    async ({ name, test: own }) => {
      const { better, best } = tableMetric(name);
      const { competition, read } = await prepare(name, { test: own });
      const answers = read("private/test.csv");
      expect(competition.grade(answers, answers)).toBeCloseTo(best, 9);
      const sample = competition.grade(read("public/sample_submission.csv"), answers);
      // A constant has no correlation.
      const loss = (score: number): number => (better === "lower" ? score : -score);
      if (!Number.isNaN(sample)) expect(loss(sample)).toBeGreaterThan(loss(best));
    },
  );

  test("takes true and false for 1 and 0", async () => {
    const { competition, read } = await prepare("roc-auc", { test: "test.csv" }, (row) => (row % 2 ? "True" : "False"));
    const answers = read("private/test.csv");
    expect(competition.grade(answers, answers)).toBe(1);
    expect(competition.grade(read("public/sample_submission.csv"), answers)).toBe(0.5);
  });

  test("asks for rows without labels, but does not score them", async () => {
    const { competition, read, text } = await prepare("mae", { test: "test.csv" });
    expect(text("public/test.csv").trimEnd().split("\n").slice(-2)).toEqual(["30,100", "31,200"]);
    const answers = read("private/test.csv");
    const lines = text("private/test.csv")
      .trimEnd()
      .split("\n")
      .map((line) => line.split(",").slice(0, 2).join(","));
    const submission = (changed: readonly string[]): Frame => parseCsv(Buffer.from(`${changed.join("\n")}\n`));
    const wild = lines.map((line) => line.replace(/^(3[01]),.*/, "$1,99999"));
    expect(competition.grade(submission(wild), answers)).toBe(0);
    const wrong = lines.map((line, row) => (row === 1 ? line.replace(/,.*/, ",99999") : line));
    expect(competition.grade(submission(wrong), answers)).toBeGreaterThan(1000);
    expect(() => competition.grade(submission(lines.slice(0, -1)), answers)).toThrow(InvalidSubmission);
  });

  test("is the same for the same seed, and another one for another", async () => {
    const [first, again, other] = await Promise.all([
      prepare("rmse"),
      prepare("rmse", { name: "again" }),
      prepare("rmse", { name: "other one", seed: 5 }),
    ]);
    expect(again.text("public/train.csv")).toBe(first.text("public/train.csv"));
    expect(other.text("public/train.csv")).not.toBe(first.text("public/train.csv"));
  });
});

describe("cutting rows by class", () => {
  const column = (labels: readonly string[]): TextColumn => TextColumn.from("y", labels);
  const cut = (labels: readonly string[], holdout: number) => {
    const { train, test } = cutRows(column(labels), { holdout, seed: 1, byClass: true });
    expect([...train, ...test].sort((a, b) => a - b)).toEqual(labels.map((_, row) => row));
    return { train: Array.from(train, (row) => labels[row]!), test: Array.from(test, (row) => labels[row]!) };
  };

  test("keeps the shares of classes", () => {
    const { test: held } = cut([...Array(80).fill("a"), ...Array(20).fill("b")], 0.25);
    expect([held.filter((label) => label === "a").length, held.filter((label) => label === "b").length]).toEqual([
      20, 5,
    ]);
  });

  test("leaves each class for training, and both of two classes for the test", () => {
    for (const holdout of [0.01, 0.5, 0.99]) {
      const { train, test: held } = cut([...Array(40).fill("a"), "b", "b"], holdout);
      expect([new Set(train).size, new Set(held).size]).toEqual([2, 2]);
    }
  });

  test("cuts off something even where every class is tiny", () => {
    const { train, test: held } = cut(
      Array.from({ length: 20 }, (_, row) => `class ${row >> 1}`),
      0.2,
    );
    expect([train.length, held.length]).toEqual([16, 4]);
  });
});
