import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { readResultSet, readResultSets } from "../../src/results/read-result-sets.ts";
import { writeGradingReport } from "../support/grading-reports.ts";
import { makeRunGroup } from "../support/make-run-group.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const place = temporaryDirectory();
const runs = place("runs");
const [one, two] = [place("other", "grading_report_1.json"), place("other", "grading_report_2.json")];

beforeAll(async () => {
  await makeRunGroup(join(runs, "mine"), {
    name: "mine",
    competitions: ["a", "b"],
    seeds: [0, 1],
    run: (id) =>
      id === "a_seed-1" ? { end: "ungraded" } : id === "b_seed-1" ? { end: "infrastructure-error" } : { medal: "gold" },
  });
  mkdirSync(place("empty"));
  writeGradingReport(one, ["a", "b"], "gv");
  writeGradingReport(two, ["b", "a"], "-i");
});

describe("readResultSet", () => {
  test("reads a run group with its conditions; what the harness failed is missing, not failed", async () => {
    const set = await readResultSet("mine", runs);
    expect(set).toMatchObject({ label: "baseline", sources: ["mine"] });
    expect(set.runs.map(({ competitionId, seed }) => [competitionId, seed])).toEqual([
      ["a", 0],
      ["b", 0],
    ]);
    expect(set.runs[0]).toMatchObject({
      conditions: { edition: "v1", timeLimit: 3_600_000, network: "closed", isolation: "isolated" },
      report: { gold_medal: true },
      cost: "unknown",
    });
    expect(set.missing).toEqual([
      {
        competitionId: "a",
        seed: 1,
        source: "mine",
        folder: join(runs, "mine", "a_seed-1"),
        why: "not graded",
        reason: "It ended: ungraded.",
      },
      {
        competitionId: "b",
        seed: 1,
        source: "mine",
        folder: join(runs, "mine", "b_seed-1"),
        why: "infrastructure error",
        reason: "It ended: infrastructure-error.",
      },
    ]);
  });

  test("reads upstream's reports, from a folder or one by one, and leaves open what they do not say", async () => {
    const set = await readResultSet(place("other"), runs);
    expect(set).toEqual({ ...(await readResultSet(`${two},${one}`, runs)) });
    expect(set).toMatchObject({ label: "other", sources: ["grading_report_1.json", "grading_report_2.json"] });
    expect(set.runs.map(({ competitionId, source }) => `${competitionId} ${source}`)).toEqual([
      "a grading_report_1.json",
      "b grading_report_1.json",
      "a grading_report_2.json",
      "b grading_report_2.json",
    ]);
    expect(set.runs[0]!.conditions).toEqual({
      edition: "unknown",
      timeLimit: "unknown",
      memoryLimit: "unknown",
      network: "unknown",
      isolation: "unknown",
    });
  });

  test("mixes run groups and reports under a name", async () => {
    const set = await readResultSet(`both=mine,${one}`, runs);
    expect(set.label).toBe("both");
    expect(new Set(set.sources)).toEqual(new Set(["mine", "grading_report_1.json"]));
    expect(set.runs).toHaveLength(4);
  });

  test("does not blame an agent for reports that say the grader failed", async () => {
    const report = JSON.stringify({
      competition_reports: [
        {
          ...JSON.parse(JSON.stringify((await readResultSet(one, runs)).runs[0]!.report)),
          extra: { failure: { kind: "grader-error", reason: "a bug" } },
        },
      ],
    });
    writeFileSync(place("failed_grading_report.json"), report);
    const set = await readResultSet(place("failed_grading_report.json"), runs);
    expect([set.runs.length, set.missing]).toMatchObject([0, [{ competitionId: "a", why: "not graded" }]]);
  });

  test.each([
    ["absent.json", /There is no grading report or log at `.*absent\.json`/],
    ["mien", /There is no run group or run `mien`.* Did you mean `mine`\?/],
    ["mine/a_seed-0", /is a single run\. Name its run group: `mine`/],
    [`${one},${one}`, /is named twice/],
    [runs, /has no results\. It holds 1 run groups; name them/],
    [
      place("empty"),
      /has no results\. Expected a run group, or a folder with files named \*grading_report\*\.json or \*\.eval/,
    ],
  ])("explains what is wrong with %s", async (argument, message) => {
    await expect(readResultSet(argument, runs)).rejects.toThrow(message);
  });
});

describe("readResultSets", () => {
  test("makes one set of the reports in a folder, and one of each run group", async () => {
    const sets = await readResultSets([one, "mine", two], runs);
    expect(sets.map(({ label, sources }) => [label, sources.length])).toEqual([
      ["other", 2],
      ["baseline", 1],
    ]);
  });
});
