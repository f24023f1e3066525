// Computes the part of a competition's facts that is not written by hand. Needs `npm run build`.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { readCsv } from "../dist/frame/read-csv.js";
import { medalThresholds } from "../dist/grade/medal-thresholds.js";
import { scoreTables } from "../dist/grade/score-tables.js";
import { md5OfFile } from "../dist/lib/hashing.js";
import { roundHalfEven } from "../dist/lib/numeric/rounding.js";
import { checkedFiles } from "../dist/prepare/checksums.js";

/** From the competition's code, its prepared folder, the roles of its files, its archive and its teams' scores, best first. */
export async function measureFacts({ competition, prepared, files, archive, scores }) {
  const { rounded, failure } = scoreTables(
    competition,
    () => readCsv(join(prepared, files.sampleSubmission)),
    () => (competition.readAnswers ?? readCsv)(join(prepared, files.answers)),
  );
  if (failure !== null) throw new Error(`The sample submission cannot be graded: ${failure.reason}`);
  const quantiles = Array.from({ length: 201 }, (_, i) => scores[roundHalfEven((i * (scores.length - 1)) / 200)]);
  return {
    teams: scores.length,
    thresholds: medalThresholds(scores),
    sampleScore: Number.isNaN(rounded) ? "NaN" : rounded,
    files,
    checksums: {
      zip: archive === null ? null : await md5OfFile(archive),
      public: await checksums(join(prepared, "public")),
      private: await checksums(join(prepared, "private")),
    },
    upstream: null,
    leaderboard: { teams: scores.length, quantiles },
  };
}

async function checksums(folder) {
  const files = {};
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isFile()) files[entry.name] = await md5OfFile(join(folder, entry.name));
  }
  return checkedFiles(files);
}

/** Indented, but with lists and small objects on one line. */
export function printFacts(facts) {
  const text = JSON.stringify(facts, null, 2)
    .replace(/\[[^[\]{}]*\]/g, (list) => `[${list.slice(1, -1).replace(/\s+/g, " ").trim()}]`)
    .replace(/"thresholds": \{[^}]*\}/, (object) => object.replace(/\s+/g, " "));
  return `${text}\n`;
}
