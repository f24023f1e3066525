import { describe, expect, test } from "vitest";
import { breakDown } from "../../src/results/break-down.ts";
import { competitionFigures } from "../../src/results/competition-figures.ts";
import { countFailures, countHarnessFailures, type FailureCount } from "../../src/results/count-failures.ts";
import { failedRuns } from "../../src/results/failure-kind.ts";
import { readResultSet } from "../../src/results/read-result-sets.ts";
import type { GradedRun } from "../../src/results/result-set.ts";
import { writeGradingReport } from "../support/grading-reports.ts";
import { makeRunGroup } from "../support/make-run-group.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const place = temporaryDirectory();
writeGradingReport(place("reports", "grading_report.json"), ["a", "b", "c"], "vi-");
const [valid, invalid, absent] = (await readResultSet(place("reports"), place())).runs as [
  GradedRun,
  GradedRun,
  GradedRun,
];

function refused(reason: string, kind: "invalid" | "unreadable" = "invalid"): GradedRun {
  const { report } = invalid;
  return { ...invalid, report: { ...report, extra: { ...report.extra, failure: { kind, reason } } } };
}

describe("countFailures", () => {
  test.each([
    ["wrong rows", "The submission has 3 rows, expected 5."],
    ["wrong rows", "The submission has no rows."],
    ["wrong columns", 'Column "target" is missing. Found: "id".'],
    ["wrong columns", 'Unexpected column "x": the submission must have only the columns customer_id, prediction.'],
    ["wrong columns", 'Column 2 is "b". Use the 3 columns of the sample submission, in its order.'],
    ["wrong ids", 'The ids in column "id" differ from the expected ones: after sorting, row 1 is "7".'],
    ["wrong ids", 'Column "customer" lacks 2 of the expected customers. Use every customer of the sample submission.'],
    ["wrong values", 'Column "labels", id "12": found 3 words, expected 5 per box, separated by single blanks.'],
    ["wrong values", 'Column "votes", id "4": the six votes sum to 0.5 in this row, expected 1.'],
    ["wrong values", 'Column "id" holds -1 in row 3, expected a probability from 0 to 1.'],
    ["wrong values", "The class probabilities of row 3 sum to 0.9, expected 1."],
  ])("finds %s in the grader's words: %s", (kind, reason) => {
    expect(countFailures(failedRuns([refused(reason)]))).toMatchObject([{ kind, count: 1, examples: [{ reason }] }]);
  });

  test("counts each kind, the most frequent first, and leaves out valid submissions", () => {
    const counts = countFailures(failedRuns([valid, absent, invalid, absent, refused("not a table", "unreadable")]));
    expect(counts.map(({ kind, count }) => [kind, count])).toEqual([
      ["no submission", 2],
      ["invalid", 1],
      ["unreadable", 1],
    ]);
  });

  test.each([
    ["memory limit", "It exceeded its memory limit of 2 GiB."],
    ["disk limit", "It exceeded its disk limit of 2 GiB."],
    ["cost limit", "The run has used up its cost limit of $1.00 ($1.02 spent)."],
    ["token limit", "The run has used up its limit of 1,000 tokens (1,020 used)."],
    ["call limit", "The run has reached its limit of 1 model call."],
    ["message limit", "The conversation has reached its limit of 9 messages."],
    ["group's budget", "The run group's budget ran out."],
  ])("takes %s from the record of a run: %s", async (kind, reason) => {
    const group = place(kind.replaceAll(/\W/g, "-"));
    const shape = { competitions: ["a"], seeds: [0], run: () => ({ end: "limit", score: null, reason }) as const };
    await makeRunGroup(group, shape);
    expect(countFailures(failedRuns((await readResultSet(group, place())).runs))).toMatchObject([
      { kind, examples: [{ reason }] },
    ]);
  });

  test.each([
    [
      "import error",
      "Traceback (most recent call last):\n  File \"a.py\", line 1\nModuleNotFoundError: No module named 'torch'\n",
    ],
    ["import error", "Error: Cannot find module 'csv-parse'\n    at require (node:internal:1:2)\n"],
    ["out of memory", "Traceback (most recent call last):\n  x\ntorch.cuda.OutOfMemoryError: CUDA out of memory.\n"],
    ["out of memory", "FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory\n"],
    ["disk full", "Traceback (most recent call last):\n  x\nOSError: [Errno 28] No space left on device\n"],
    ["XGBoostError", "Traceback (most recent call last):\n  x\nxgboost.core.XGBoostError: bad label\n"],
    ["killed", "loading\nKilled\n"],
    [null, "I give up.\n"],
  ])("takes %s from the last words of an agent: %j", async (cause, output) => {
    const group = place(`last-words-${output.replaceAll(/\W/g, "")}`);
    const run = () => ({ end: "agent-error", score: null, output }) as const;
    await makeRunGroup(group, { competitions: ["a"], seeds: [0], run });
    const counts = countFailures(failedRuns((await readResultSet(group, place())).runs));
    expect(counts).toMatchObject([{ kind: "agent error", cause, count: 1 }]);
  });

  test("shows different examples of a kind before repeating one", () => {
    const reasons = ["The submission has 3 rows.", "The submission has 3 rows.", "The submission has 4 rows."];
    const [{ examples, count }] = countFailures(failedRuns(reasons.map((reason) => refused(reason)))) as [FailureCount];
    expect(count).toBe(3);
    expect(examples.map(({ reason }) => reason)).toEqual([reasons[0], reasons[2], reasons[1]]);
  });

  test("shows what an agent printed last when it ended without a submission", async () => {
    const run = () => ({ score: null, output: "Nothing to do.\n" });
    await makeRunGroup(place("silent"), { competitions: ["a"], seeds: [0], run });
    const counts = countFailures(failedRuns((await readResultSet(place("silent"), place())).runs));
    expect(counts).toMatchObject([{ kind: "no submission", examples: [{ reason: "Nothing to do." }] }]);
  });
});

describe("countHarnessFailures", () => {
  test("keeps what the harness failed apart, with its reason, and leaves out what was stopped", async () => {
    const ends = ["infrastructure-error", "ungraded", "cancelled"] as const;
    const run = (id: string) => ({ end: ends[Number(id.at(-1))]!, reason: `Because of ${id}.` });
    await makeRunGroup(place("harness"), { competitions: ["a"], seeds: [0, 1, 2], run });
    const { missing, runs } = await readResultSet(place("harness"), place());
    expect(runs).toEqual([]);
    expect(countHarnessFailures(missing)).toMatchObject([
      { kind: "infrastructure error", count: 1, examples: [{ reason: "Because of a_seed-0." }] },
      { kind: "not graded", count: 1, examples: [{ reason: "Because of a_seed-1." }] },
    ]);
  });
});

describe("breakDown", () => {
  test("counts runs, medals and failures by category, complexity and size of the competitions", () => {
    const as = (run: GradedRun, competitionId: string) => ({ ...run, competitionId });
    const [image, other] = ["aerial-cactus-identification", "no-such"] as const;
    const runs = [as(valid, image), as(absent, image), as(absent, other)];
    const { category, complexity, size } = breakDown(competitionFigures(runs), failedRuns(runs));
    expect(category).toMatchObject([
      { name: "Image Classification", competitions: 1, runs: 2, valid: 1, failures: { "no submission": 1 } },
      { name: "unknown", competitions: 1, runs: 1, valid: 0, failures: { "no submission": 1 } },
    ]);
    expect(complexity.map(({ name }) => name)).toEqual(["low", "unknown"]);
    expect(size.map(({ name }) => name)).toEqual(["under 1 GB", "unknown"]);
  });
});
