import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { getCompetition } from "../../src/competitions/get-competition.ts";
import { loadFacts } from "../../src/facts/facts.ts";
import { publicSample, unpackSample } from "../../src/facts/public-sample.ts";
import { validateSubmission } from "../../src/grade/validate-submission.ts";
import { prepareCompetition } from "../../src/runs/preparation/prepare-competition.ts";
import { goldenArchive, goldenPreparation, goldenPreparationIds } from "../support/golden-preparations.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const place = temporaryDirectory();
const ids = goldenPreparationIds();
const packed = ids.filter((id) => loadFacts(id).files.sampleSubmission.startsWith("private/"));

test("every competition has its sample submission in the public data", () => {
  const missing = ids.filter((id) => goldenPreparation(id).public[publicSample(loadFacts(id))] === undefined);
  expect([ids.length > 70, missing]).toEqual([true, []]);
});

test.each(packed)("%s: the archive in the public data holds the sample submission", async (id) => {
  const competition = await getCompetition(id);
  const dataDirectory = place("data");
  await prepareCompetition(competition, {
    dataDirectory,
    source: { archive: goldenArchive(id) },
    verification: "none",
    upstreamUrl: "http://127.0.0.1:1",
  });
  const prepared = join(dataDirectory, id, "prepared");
  const samplePath = await unpackSample(join(prepared, "public", publicSample(competition.facts)), place(id));
  const original = join(prepared, competition.facts.files.sampleSubmission);
  expect(readFileSync(samplePath).equals(readFileSync(original))).toBe(true);
  expect(validateSubmission(competition, original, { samplePath })).toEqual({ valid: true });
});
