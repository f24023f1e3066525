// complete-facts.js ID ARCHIVE LEADERBOARD: fills in what can be computed of data/competitions/ID.json and writes
// data/leaderboards/ID.txt.br, from Kaggle's archive and a CSV file with a column `score`, best team first. Run after
// `npm run build`.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadDefinition } from "../dist/competitions/index.js";
import { leaderboardDirection } from "../dist/grade/medal-thresholds.js";
import { readLeaderboard } from "../dist/grade/read-leaderboard.js";
import { extractArchive } from "../dist/lib/archive/extract-archive.js";
import { createContext } from "../dist/prepare/context.js";
import { measureFacts, printFacts } from "./measure-facts.js";
import { writeScores } from "./write-scores.js";

const [id, archive, leaderboard] = process.argv.slice(2);
if (leaderboard === undefined) throw new Error("Expected three arguments: ID ARCHIVE LEADERBOARD.");
const target = new URL(`../data/competitions/${id}.json`, import.meta.url);
const facts = JSON.parse(readFileSync(target, "utf8"));
const competition = await loadDefinition(id);
const scores = readLeaderboard(leaderboard);
const folder = mkdtempSync(join(tmpdir(), "mlebench-facts-"));
try {
  const [raw, prepared, scratch] = ["raw", "prepared", "scratch"].map((name) => join(folder, name));
  await extractArchive(archive, raw);
  mkdirSync(scratch);
  await competition.prepare(createContext({ raw, output: prepared, scratch, signal: new AbortController().signal }));
  const measured = await measureFacts({ competition, prepared, files: facts.files, archive, scores });
  writeFileSync(target, printFacts({ ...facts, better: leaderboardDirection(scores), ...measured }));
  writeScores(id, scores);
  console.log(`${id}: ${scores.length} teams, the sample submission scores ${measured.sampleScore}`);
} finally {
  rmSync(folder, { recursive: true });
}
