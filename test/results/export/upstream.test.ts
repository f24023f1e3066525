import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { exportUpstream } from "../../../src/results/export/upstream.ts";
import { writeExport } from "../../../src/results/export/write-export.ts";
import { readResultSet, readResultSets } from "../../../src/results/read-result-sets.ts";
import { reportResults } from "../../../src/results/report-results.ts";
import type { ResultSet } from "../../../src/results/result-set.ts";
import { readSubmissionList } from "../../../src/runs/grading/submission-list.ts";
import { makeRunGroup } from "../../support/make-run-group.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { makeResults } from "./made-results.ts";

const place = temporaryDirectory();
const write = async (sets: ResultSet[], folder: string) =>
  writeExport(await exportUpstream(sets, {}), folder, { force: true });
let made: { runs: string; reports: string };

/** What a report says about results, whatever they are called and wherever they come from. */
function figuresOf(set: ResultSet) {
  const { competitions, runs, valid, retried, splits, incomplete, failures } = reportResults(set, {
    padMissing: false,
    details: false,
  });
  const kinds = failures.map(({ kind, count, examples }) => ({
    kind,
    count,
    reasons: examples.map(({ reason }) => reason),
  }));
  return { competitions, runs, valid, retried, splits, incomplete, kinds };
}

beforeAll(async () => {
  made = await makeResults(place());
  await makeRunGroup(join(made.runs, "seeds"), {
    name: "seeds",
    competitions: ["demo-plant-flowering", "demo-repair-minutes"],
    seeds: Array.from({ length: 11 }, (_, seed) => seed),
    run: (id) => {
      const seed = Number(id.split("-").at(-1));
      if (seed % 4 === 0) return { invalid: true, failure: 'Column "target" is missing.' };
      return { score: seed / 11, medal: seed % 3 === 0 ? "gold" : null, percentile: 5 * seed };
    },
  });
});

describe("upstream's grading reports", () => {
  test("give the figures of the group that they come from", async () => {
    const group = await readResultSet("seeds", made.runs);
    await write([group], place("seeds"));
    expect(readdirSync(place("seeds")).filter((name) => name.endsWith(".json"))).toHaveLength(11);
    const read = await readResultSet(place("seeds"), made.runs);
    expect(figuresOf(read)).toEqual(figuresOf(group));
    expect(read.runs.map(({ seed }) => seed)).toEqual(group.runs.map(({ seed }) => seed));
  });

  test("keep what reports have said, and have upstream's keys first", async () => {
    const set = await readResultSet(made.reports, made.runs);
    await write([set], place("again"));
    expect(figuresOf(await readResultSet(place("again"), made.runs))).toEqual(figuresOf(set));
    expect(readdirSync(place("again"))).toEqual(["grading_report_1.json", "grading_report_2.json"]);
    const report = JSON.parse(readFileSync(place("again", "grading_report_1.json"), "utf8"));
    expect(Object.keys(report).at(-1)).toBe("competition_reports");
    expect(Object.keys(report.competition_reports[0]).at(-1)).toBe("extra");
  });

  test("come with the submissions of each seed, which can be graded again", async () => {
    const sets = await readResultSets(["mine", made.reports], made.runs);
    await write(sets, place("both"));
    expect(readdirSync(place("both"))).toEqual(["baseline", "reports"]);
    const { tasks, skipped } = readSubmissionList(place("both", "baseline", "submission_2.jsonl"));
    expect([tasks, skipped]).toEqual([
      [
        {
          competitionId: "demo-plant-flowering",
          submissionPath: join(made.runs, "mine", "demo-plant-flowering_seed-1", "submission", "submission.csv"),
        },
      ],
      [],
    ]);
  });

  test("name the runs that they leave out, and refuse to mix with other reports", async () => {
    const sets = [await readResultSet("mine", made.runs)];
    expect((await exportUpstream(sets, {})).notes).toEqual(["1 run without a result is not in the reports."]);
    await write([await readResultSet("seeds", made.runs)], place("mixed"));
    await expect(write(sets, place("mixed"))).rejects.toThrow("grading_report_01.json would be read as part");
  });
});
