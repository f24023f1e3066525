// Writes data/leaderboards/<id>.txt.br from a folder of <id>.csv: the scores only, from best to worst, one per line.
// Usage: npm run build && node scripts/pack-leaderboards.js <folder>
import { mkdirSync, writeFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import { listIds } from "../dist/facts/splits.js";
import { readLeaderboard } from "../dist/grade/read-leaderboard.js";
import { standingFromLeaderboard } from "../dist/grade/standing.js";

const [folder] = process.argv.slice(2);
const target = new URL("../data/leaderboards/", import.meta.url);
mkdirSync(target, { recursive: true });
let bytes = 0;
for (const id of listIds()) {
  const { scores } = standingFromLeaderboard(readLeaderboard(`${folder}/${id}.csv`));
  const lines = Array.from(scores, (score) => (Object.is(score, -0) ? "-0" : String(score)));
  const packed = brotliCompressSync(lines.join("\n"));
  writeFileSync(new URL(`${id}.txt.br`, target), packed);
  bytes += packed.length;
}
console.log(`${bytes} bytes`);
