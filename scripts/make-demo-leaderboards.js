// Writes data/competitions/demo-*.json: leaderboards from a ladder of reference solutions, thresholds, the sample's score and
// checksums, all computed from the seeds in the code. Run after `npm run build`; it changes nothing unless the code changed.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { climbLadder } from "../dist/competitions/demo/ladder.js";
import { readCsv } from "../dist/frame/read-csv.js";
import { medalThresholds } from "../dist/grade/medal-thresholds.js";
import { md5 } from "../dist/lib/hashing.js";
import { roundHalfEven, roundLikeNumpy } from "../dist/lib/numeric/rounding.js";
import { createContext } from "../dist/prepare/context.js";

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
    const sample = readCsv(join(folder, files.sampleSubmission));
    const sampleScore = roundLikeNumpy(competition.grade(sample, readCsv(join(folder, files.answers))), 5);
    const quantiles = Array.from({ length: 201 }, (_, i) => teams[roundHalfEven((i * (teams.length - 1)) / 200)]);
    const facts = {
      id,
      name,
      category,
      complexity: "demo",
      sizeGb,
      type: "simple",
      awardsMedals: true,
      better,
      teams: teams.length,
      thresholds: medalThresholds(teams),
      sampleScore,
      files,
      checksums: { zip: null, public: checksums(join(folder, "public")), private: checksums(join(folder, "private")) },
      upstream: null,
      leaderboard: { teams: teams.length, quantiles },
    };
    writeFileSync(new URL(`../data/competitions/${id}.json`, import.meta.url), print(facts));
    console.log(id, { sample: sampleScore, ...rungs }, facts.thresholds);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function checksums(folder) {
  const names = readdirSync(folder).filter((name) => name.endsWith(".csv"));
  return Object.fromEntries(names.sort().map((name) => [name, md5(readFileSync(join(folder, name)))]));
}

/** Indented, but with lists and small objects on one line, as in the other files of facts. */
function print(facts) {
  const text = JSON.stringify(facts, null, 2)
    .replace(/\[[^[\]{}]*\]/g, (list) => `[${list.slice(1, -1).replace(/\s+/g, " ").trim()}]`)
    .replace(/"thresholds": \{[^}]*\}/, (object) => object.replace(/\s+/g, " "));
  return `${text}\n`;
}
