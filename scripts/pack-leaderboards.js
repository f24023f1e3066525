// Writes data/leaderboards/<id>.txt.br for all of upstream's competitions from a folder of <id>.csv.
// Usage: npm run build && node scripts/pack-leaderboards.js <folder>
import { listIds } from "../dist/facts/splits.js";
import { readLeaderboard } from "../dist/grade/read-leaderboard.js";
import { writeScores } from "./write-scores.js";

const [folder] = process.argv.slice(2);
let bytes = 0;
for (const id of listIds()) bytes += writeScores(id, readLeaderboard(`${folder}/${id}.csv`));
console.log(`${bytes} bytes`);
