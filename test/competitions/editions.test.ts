import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { applyEdition } from "../../src/competitions/apply-edition.ts";
import { defineCompetition } from "../../src/competitions/define-competition.ts";
import { getCompetition } from "../../src/competitions/get-competition.ts";
import { competitionFolder } from "../../src/facts/competition-folder.ts";
import { loadFacts } from "../../src/facts/facts.ts";
import { gradeSubmission } from "../../src/grade/grade-submission.ts";
import { answersPath } from "../../src/grade/prepared-files.ts";
import { readManifest } from "../../src/prepare/manifest.ts";
import { prepareCompetition } from "../../src/runs/preparation/prepare-competition.ts";
import { preparedState } from "../../src/runs/preparation/prepared-state.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const place = temporaryDirectory();
const demo = await getCompetition("demo-plant-flowering");

/** The demo competition with a second edition: one more line in the public data, another score, easier medals. */
const repaired = defineCompetition({
  id: demo.id,
  metric: demo.metric,
  submissionFormat: demo.submissionFormat,
  grade: demo.grade,
  prepare: demo.prepare!,
  editions: {
    v2: {
      reason: "The public data lacks a note.",
      metric: "Half of the old one",
      grade: (submission, answers) => demo.grade(submission, answers) / 2,
      prepare: async (context) => {
        await demo.prepare!(context);
        context.write("public/note.csv", context.open(`${context.public}/sample_submission.csv`));
      },
      facts: { thresholds: { gold: 0.4, silver: 0.3, bronze: 0.2, median: 0.1 } },
    },
  },
});
const facts = loadFacts(demo.id);
const [v1, v2] = [applyEdition(repaired, facts, "v1"), applyEdition(repaired, facts, "v2")];

test("an edition changes what it names and keeps everything else", () => {
  expect(v2).toMatchObject({
    id: demo.id,
    edition: "v2",
    metric: "Half of the old one",
    submissionFormat: demo.submissionFormat,
  });
  expect(v2.facts).toEqual({ ...facts, thresholds: { gold: 0.4, silver: 0.3, bronze: 0.2, median: 0.1 } });
  expect(v1).toMatchObject({ edition: "v1", metric: demo.metric, grade: demo.grade, prepare: demo.prepare, facts });
});

test("an edition that a competition does not mention follows the definition", () => {
  expect(applyEdition(repaired, facts, "v3")).toEqual({ ...v1, edition: "v3" });
});

test("each edition is prepared into its own folder, and reports name it", async () => {
  const dataDirectory = place("data");
  const options = { dataDirectory, verification: "none" } as const;
  for (const competition of [v1, v2]) {
    expect(await preparedState(facts, dataDirectory, competition.edition)).toBe("absent");
    expect(await prepareCompetition(competition, options)).toMatchObject({ outcome: "prepared" });
    expect(await prepareCompetition(competition, options)).toMatchObject({ outcome: "already-prepared" });
  }
  const [first, second] = [v1, v2].map(({ edition }) => competitionFolder(dataDirectory, demo.id, edition));
  expect([first!.prepared, second!.prepared]).toEqual([
    `${dataDirectory}/${demo.id}/prepared`,
    `${dataDirectory}/${demo.id}/prepared-v2`,
  ]);
  expect((await readManifest(first!.manifest))!.edition).toBe("v1");
  expect((await readManifest(second!.manifest))!.edition).toBe("v2");
  expect(existsSync(`${first!.prepared}/public/note.csv`)).toBe(false);
  expect(readFileSync(`${second!.prepared}/public/note.csv`, "utf8")).toBe(
    readFileSync(`${second!.prepared}/public/sample_submission.csv`, "utf8"),
  );

  const [old, fresh] = [v1, v2].map((competition) =>
    gradeSubmission(competition, {
      submissionPath: `${first!.prepared}/private/test.csv`,
      answers: answersPath(competition, dataDirectory),
    }),
  );
  expect(old).toMatchObject({ score: 1, gold_medal: true, extra: { edition: "v1" } });
  expect(fresh).toMatchObject({ score: 0.5, gold_medal: true, gold_threshold: 0.4, extra: { edition: "v2" } });
});

test("an unknown edition is rejected", async () => {
  expect((await getCompetition(demo.id)).edition).toBe("v1");
  expect((await getCompetition(demo.id, { edition: "v1" })).edition).toBe("v1");
  await expect(getCompetition(demo.id, { edition: "v9" })).rejects.toThrow("There is no edition `v9`. Editions: v1.");
});
