import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { getCompetition } from "../../src/competitions/get-competition.ts";
import { walkFiles } from "../../src/lib/files/walk.ts";
import { md5 } from "../../src/lib/hashing.ts";
import { rehearseCompetition } from "../../src/runs/rehearsal/rehearse-competition.ts";
import { goldenPreparationIds } from "../support/golden-preparations.ts";
import { writeGoldenPublicData } from "../support/golden-public-data.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const wanted = process.env.PREPARE?.split(",");
const place = temporaryDirectory();

/** Golden archives that lack what real ones have, with what is said about them. */
const tooSmall: Readonly<Record<string, RegExp>> = {
  // Only the images that the competition holds out are images.
  "denoising-dirty-documents": /Not a PNG image/,
  // Its archives hold three clips, whatever the tables say.
  "freesound-audio-tagging-2019": /lacks a file for public\/train_curated.zip/,
  // Its training table has bytes that are not UTF-8: it is only copied.
  "jigsaw-unintended-bias-in-toxicity-classification": /not UTF-8/,
};

for (const id of goldenPreparationIds().filter((candidate) => wanted?.includes(candidate) ?? true)) {
  test(`${id} can be rehearsed with nothing but its public data`, async () => {
    const data = place(id);
    try {
      await writeGoldenPublicData(id, data);
      const competition = await getCompetition(id);
      const rehearsal = rehearseCompetition(competition, { dataDirectory: data, seed: 3 });
      if (tooSmall[id] !== undefined) return await expect(rehearsal).rejects.toThrow(tooSmall[id]);
      const { folder } = await rehearsal;
      const answers = md5(readFileSync(join(folder, competition.facts.files.answers)));
      for await (const { path, absolute } of walkFiles(join(folder, "public"))) {
        expect(`${path} ${md5(readFileSync(absolute))}`).not.toContain(answers);
      }
    } finally {
      rmSync(data, { recursive: true, force: true });
    }
  });
}
