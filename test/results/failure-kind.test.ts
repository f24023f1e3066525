import { describe, expect, test } from "vitest";
import { countFailures } from "../../src/results/failure-kind.ts";
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
    expect(countFailures([refused(reason)])).toMatchObject([{ kind, count: 1, example: { reason } }]);
  });

  test("counts each kind, the most frequent first, and leaves out valid submissions", () => {
    const counts = countFailures([valid, absent, invalid, absent, refused("not a table", "unreadable")]);
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
    expect(countFailures((await readResultSet(group, place())).runs)).toMatchObject([{ kind, example: { reason } }]);
  });
});
