import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import { hasCode } from "../lib/error-code.ts";

const loaded = new Map<string, Float64Array | null>();

/**
 * The score of every team on a competition's leaderboard, from best to worst: `data/leaderboards/<id>.txt.br`, read once
 * and only when asked for. Null if there is no such file.
 */
export function loadLeaderboardScores(id: string): Float64Array | null {
  let scores = loaded.get(id);
  if (scores === undefined) {
    scores = readScores(new URL(`../../data/leaderboards/${id}.txt.br`, import.meta.url));
    loaded.set(id, scores);
  }
  return scores;
}

function readScores(file: URL): Float64Array | null {
  try {
    return Float64Array.from(brotliDecompressSync(readFileSync(file)).toString().split("\n"), Number);
  } catch (error) {
    if (hasCode(error, "ENOENT")) return null;
    throw error;
  }
}
