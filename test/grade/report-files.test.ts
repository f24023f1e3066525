import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { loadFacts } from "../../src/facts/facts.ts";
import { rankScore } from "../../src/grade/rank-score.ts";
import { aggregateReports, competitionReport } from "../../src/grade/report.ts";
import { standingFromFacts } from "../../src/grade/standing.ts";
import { reportFileName, writeReport } from "../../src/grade/write-report.ts";
import { MissingData } from "../../src/lib/errors.ts";
import { readReport } from "../../src/results/read-report.ts";
import { referenceData } from "../support/reference-data.ts";

const folder = mkdtempSync(join(tmpdir(), "report-files-"));
afterAll(() => rmSync(folder, { recursive: true }));

const graded = {
  competitionId: "champs-scalar-coupling",
  submissionPath: 'runs/"NaN"/submission.csv',
  submissionExists: true,
  score: -Infinity,
  unroundedScore: -Infinity,
  failure: null,
  edition: "v1",
  durationMs: 3,
} as const;
const one = competitionReport(graded, standingFromFacts(loadFacts(graded.competitionId)));

function written(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe("writeReport", () => {
  test("names the file after the second in Greenwich and indents by two", () => {
    const path = writeReport(aggregateReports([one]), join(folder, "new", "folder"), new Date(0));
    expect(path).toBe(join(folder, "new", "folder", "1970-01-01T00-00-00-GMT_grading_report.json"));
    expect(readFileSync(path, "utf8")).toMatch(/^\{\n {2}"total_runs": 1,\n/);
  });

  test("never overwrites a report of the same second", () => {
    const [first, second] = [1, 2].map(() => writeReport(aggregateReports([one]), folder, new Date(0)));
    expect(first).toContain(reportFileName(new Date(0)));
    expect(second).toContain(reportFileName(new Date(1000)));
  });
});

describe("readReport", () => {
  test("gives back what was written, with null for numbers JSON cannot hold", () => {
    const report = aggregateReports([one]);
    const path = writeReport(report, folder, new Date(5000));
    expect(readReport(path)).toEqual(JSON.parse(JSON.stringify(report)));
  });

  test("understands Python's NaN and Infinity, and marks what upstream does not say as unknown", () => {
    const { extra: _, ...upstream } = one;
    const text = JSON.stringify({
      competition_reports: [
        { ...upstream, score: 0 },
        { ...upstream, score: 0.5 },
      ],
    });
    const path = written("python.json", text.replace('"score":0,', '"score": -Infinity,').replace("0.5", "NaN"));
    const report = readReport(path);
    expect(report.total_gold_medals).toBe(2);
    expect(report.competition_reports.map(({ score, extra }) => [score, extra.unrounded_score])).toEqual([
      [null, "-Infinity"],
      [null, "NaN"],
    ]);
    expect(report.competition_reports[0]).toMatchObject({
      submission_path: 'runs/"NaN"/submission.csv',
      extra: { edition: null, percentile: null, failure: null, duration_ms: null, teams: null, distance: null },
    });
  });

  test("takes a single submission's report for a report of one", () => {
    expect(readReport(written("single.json", JSON.stringify(one))).total_runs).toBe(1);
  });

  test("says what is wrong with a file that is no report", () => {
    expect(() => readReport(join(folder, "absent.json"))).toThrow(MissingData);
    expect(() => readReport(written("text.json", "hello"))).toThrow("is not JSON");
    expect(() => readReport(written("other.json", '{"competition_reports":[{"score":1}]}'))).toThrow("competition_id");
    expect(() => readReport(written("list.json", "[]"))).toThrow("is not a grading report");
  });
});

const published = referenceData("reports/Famou-Agent");

describe.skipIf(published === null)("published reports", () => {
  test.each([1, 2, 3])("of group %i agree with our thresholds, medals and totals", (group) => {
    const path = join(published!, `grading_report_group_${group}.json`);
    const report = readReport(path);
    // Two of these files count missing submissions (path "None") among total_runs_with_submissions; we count again.
    const {
      competition_reports: items,
      total_runs_with_submissions: _,
      ...totals
    } = JSON.parse(readFileSync(path, "utf8"));
    expect(report).toMatchObject(totals);
    expect(report.total_runs).toBe(75);
    expect(report.total_runs_with_submissions).toBe(
      items.filter((item: { submission_exists: boolean }) => item.submission_exists).length,
    );
    for (const item of report.competition_reports) {
      const standing = standingFromFacts(loadFacts(item.competition_id));
      const { medal, aboveMedian } = rankScore(item.score, standing);
      expect({ ...item, extra: null }, item.competition_id).toMatchObject({
        gold_threshold: standing.thresholds.gold,
        silver_threshold: standing.thresholds.silver,
        bronze_threshold: standing.thresholds.bronze,
        median_threshold: standing.thresholds.median,
        is_lower_better: standing.better === "lower",
        any_medal: medal !== null,
        gold_medal: medal === "gold",
        silver_medal: medal === "silver",
        bronze_medal: medal === "bronze",
        above_median: aboveMedian,
      });
    }
  });
});
