import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { DemoData } from "../../src/competitions/demo/demo-data.ts";
import { climbLadder } from "../../src/competitions/demo/ladder.ts";
import { getCompetition } from "../../src/competitions/get-competition.ts";
import { loadFacts } from "../../src/facts/facts.ts";
import { loadSplit } from "../../src/facts/splits.ts";
import { readCsv } from "../../src/frame/read-csv.ts";
import { gradeSubmission } from "../../src/grade/grade-submission.ts";
import { medalThresholds } from "../../src/grade/medal-thresholds.ts";
import { validateSubmission } from "../../src/grade/validate-submission.ts";
import { UsageError } from "../../src/lib/errors.ts";
import { prepareCompetition } from "../../src/runs/preparation/prepare-competition.ts";
import { readPrepared } from "../support/prepared-data.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const place = temporaryDirectory();
const ids = loadSplit("demo");

describe.each(ids)("%s", async (id) => {
  const competition = await getCompetition(id);
  const { facts } = competition;
  const prepare = async (folder: string): Promise<string> => {
    // Nothing listens there: a request to the network would show as a warning.
    const options = { dataDirectory: place(folder), upstreamUrl: "http://127.0.0.1:1" };
    const { outcome, manifest } = await prepareCompetition(competition, options);
    expect(outcome).toBe("prepared");
    expect(manifest).toMatchObject({
      source: { kind: "generated", name: id },
      verified: { archive: false, tables: true },
      warnings: [],
    });
    return join(place(folder), id, "prepared");
  };
  const prepared = await prepare("first");
  const answersPath = join(prepared, facts.files.answers);
  const samplePath = join(prepared, facts.files.sampleSubmission);

  test("is prepared without raw data, the same bytes every time", async () => {
    const first = await readPrepared(prepared);
    expect(first.onDisk).toEqual(first.listed);
    expect(await readPrepared(await prepare("second"))).toEqual(first);
  });

  test("refuses raw data, which it has no use for", async () => {
    const options = { dataDirectory: place("given"), source: { folder: place() } };
    await expect(prepareCompetition(competition, options)).rejects.toThrow(UsageError);
  });

  test("has a valid sample submission that scores what the facts say and wins nothing", () => {
    expect(validateSubmission(competition, samplePath, { samplePath })).toMatchObject({ valid: true });
    const report = gradeSubmission(competition, { submissionPath: samplePath, answers: answersPath });
    expect(report).toMatchObject({ score: facts.sampleScore, any_medal: false, above_median: false });
  });

  test("awards gold to the answers", () => {
    const report = gradeSubmission(competition, { submissionPath: answersPath, answers: answersPath });
    expect(report.gold_medal).toBe(true);
    expect(report.score).toBeCloseTo(facts.better === "higher" ? 1 : 0, 10);
  });

  test("shows no answers in public", () => {
    const hidden = competition.checks!.hidden!.columns;
    const testTable = readCsv(join(prepared, "public/test.csv"));
    expect(testTable.names.filter((name) => hidden.includes(name))).toEqual([]);
    expect(testTable.length).toBe(readCsv(answersPath).length);
    const answers = readFileSync(answersPath, "utf8");
    expect(readFileSync(samplePath, "utf8")).not.toBe(answers);
  });

  test("describes itself, and in the obfuscated variant without its name", () => {
    const plain = readFileSync(join(prepared, "public/description.md"), "utf8");
    const obfuscated = readFileSync(join(prepared, "description_obfuscated.md"), "utf8");
    expect(plain).toContain(`the demo competition \`${id}\``);
    for (const text of [plain, obfuscated]) {
      expect(text).toContain(competition.task);
      expect(text).not.toContain("Kaggle");
    }
    expect(obfuscated).not.toContain(id);
    expect(obfuscated).not.toContain(facts.name);
  });

  test("has the leaderboard of its ladder, on which each rung is above the one before", async () => {
    const { generate } = (await import(`../../src/competitions/demo/${id}.ts`)) as { generate: () => DemoData };
    const { rungs, teams } = climbLadder(competition, generate(), facts.better);
    const sign = facts.better === "lower" ? -1 : 1;
    const climbed = Object.values(rungs).map((score) => sign * score);
    for (const [step, score] of climbed.slice(1).entries()) expect(score).toBeGreaterThan(climbed[step]!);
    expect(teams.length).toBe(facts.teams);
    expect(sign * teams[0]!).toBeLessThanOrEqual(sign * rungs.truth);
    expect(medalThresholds(teams)).toEqual(facts.thresholds);
    expect([facts.leaderboard.quantiles[0], facts.leaderboard.quantiles[200]]).toEqual([teams[0], teams.at(-1)]);
    const { gold, silver, bronze, median } = loadFacts(id).thresholds;
    const ordered = [gold, silver, bronze, median].map((score) => -sign * score);
    for (const [step, score] of ordered.slice(1).entries()) expect(score).toBeGreaterThan(ordered[step]!);
  });
});
