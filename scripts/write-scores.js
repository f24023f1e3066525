import { mkdirSync, writeFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import { standingFromLeaderboard } from "../dist/grade/standing.js";

const folder = new URL("../data/leaderboards/", import.meta.url);

/** Writes data/leaderboards/<id>.txt.br: the scores of a leaderboard, from best to worst, one per line. Returns its size. */
export function writeScores(id, leaderboard) {
  const { scores } = standingFromLeaderboard(leaderboard);
  const lines = Array.from(scores, (score) => (Object.is(score, -0) ? "-0" : String(score)));
  const packed = brotliCompressSync(lines.join("\n"));
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL(`${id}.txt.br`, folder), packed);
  return packed.length;
}
