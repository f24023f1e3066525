// Writes data/competitions/demo-*.json: leaderboards from a ladder of reference solutions, thresholds, the sample's score and
// checksums, all computed from the seeds in the code. Run after `npm run build`; nothing changes unless the code did.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { climbLadder } from "../dist/competitions/demo/ladder.js";
import { createContext } from "../dist/prepare/context.js";
import { measureFacts, printFacts } from "./measure-facts.js";

const known = {
  "demo-bakery-sales": { name: "Demo: bakery sales", category: "Time Series", better: "lower", sizeGb: 0.001 },
  "demo-message-topic": {
    name: "Demo: message topics",
    category: "Text Classification",
    better: "lower",
    sizeGb: 0.001,
  },
  "demo-plant-flowering": { name: "Demo: plants in flower", category: "Tabular", better: "higher", sizeGb: 0.001 },
  "demo-repair-minutes": { name: "Demo: repair minutes", category: "Tabular", better: "lower", sizeGb: 0.001 },
  "demo-shape-images": { name: "Demo: shapes", category: "Image Classification", better: "higher", sizeGb: 0.002 },
};
const files = {
  answers: "private/test.csv",
  sampleSubmission: "public/sample_submission.csv",
  gold: "private/test.csv",
};

for (const [id, { name, category, better, sizeGb }] of Object.entries(known)) {
  const { default: competition, generate } = await import(`../dist/competitions/demo/${id}.js`);
  const folder = mkdtempSync(join(tmpdir(), "mlebench-demo-"));
  try {
    const [raw, scratch] = [join(folder, "raw"), join(folder, "scratch")];
    for (const path of [raw, scratch]) mkdirSync(path);
    await competition.prepare(createContext({ raw, output: folder, scratch, signal: new AbortController().signal }));
    const { rungs, teams } = climbLadder(competition, generate(), better);
    const measured = await measureFacts({ competition, prepared: folder, files, archive: null, scores: teams });
    const facts = { id, name, category, complexity: "demo", sizeGb, type: "simple", awardsMedals: true, better };
    writeFileSync(new URL(`../data/competitions/${id}.json`, import.meta.url), printFacts({ ...facts, ...measured }));
    console.log(id, { sample: measured.sampleScore, ...rungs }, measured.thresholds);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
