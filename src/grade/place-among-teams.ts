import { roundHalfEven } from "../lib/numeric/rounding.ts";
import type { Standing } from "./standing.ts";

/** Where a score stands among the teams of a leaderboard. Interpolation gives fractions of a team. */
interface Place {
  /** Teams with a strictly worse score. */
  readonly worse: number;
  /** Teams with the same score. */
  readonly tied: number;
  /** Teams with a strictly better score. */
  readonly better: number;
}

/**
 * Counts the teams worse than, tied with and better than a score. The counts add up to all teams.
 *
 * They are exact if the standing holds at least as many scores as there are teams. From a smaller sample they are an
 * estimate: between two sampled teams, scores are taken to change linearly with rank, and ties are counted from the first
 * to the last sampled team with that score. With 201 scores, the counts are off by less than 0.5 % of all teams.
 */
export function placeAmongTeams(score: number, standing: Standing): Place {
  const { teams, scores } = standing;
  const sign = standing.better === "lower" ? 1 : -1;
  const firstNotBetter = firstIndex(scores, (other) => sign * other >= sign * score);
  const firstWorse = firstIndex(scores, (other) => sign * other > sign * score);
  if (firstNotBetter < firstWorse) {
    const better = rankOf(firstNotBetter, standing);
    const worse = teams - 1 - rankOf(firstWorse - 1, standing);
    return { worse, tied: teams - better - worse, better };
  }
  const better = teamsBefore(score, firstWorse, standing);
  return { worse: teams - better, tied: 0, better };
}

/** Teams better than a score between two sampled ones, the second of them at `index`. */
function teamsBefore(score: number, index: number, standing: Standing): number {
  if (index === 0) return 0;
  if (index === standing.scores.length) return standing.teams;
  const before = standing.scores[index - 1]!;
  const part = (score - before) / (standing.scores[index]! - before);
  const first = rankOf(index - 1, standing) + 1;
  const between = rankOf(index, standing) - first;
  // Next to an infinite score there is nothing to interpolate: take the middle.
  return first + between * (part > 0 && part < 1 ? part : 0.5);
}

/** The 0-based rank of the team with the sampled score at `index`. */
function rankOf(index: number, { teams, scores }: Standing): number {
  if (scores.length === 1) return 0;
  return roundHalfEven((index * (teams - 1)) / (scores.length - 1));
}

/** The first index whose score meets a condition, which all later ones meet too; the length if none does. */
function firstIndex(scores: ArrayLike<number>, holds: (score: number) => boolean): number {
  let low = 0;
  let high = scores.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(scores[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}
