import type { Method, Recipe } from "./combine.ts";

/** Scores that one ensemble may ask for. */
const mostScores = 40;

interface RecipeSearch {
  readonly members: number;
  readonly methods: readonly Method[];
  readonly lowerIsBetter: boolean;
  /** The score of the first member alone, which is the best. */
  readonly alone: number;
  /** The score of a combination; null when it has none. */
  score(recipe: Recipe): Promise<number | null>;
}

/** A combination and its score. */
export interface FoundRecipe {
  readonly recipe: Recipe;
  readonly score: number;
}

/**
 * Looks for the combination with the best score: each method with equal weights, then hill climbing, which begins with the
 * best member and adds whichever member helps most, as often as that helps. Null when nothing beats the best member.
 */
export async function findRecipe(search: RecipeSearch): Promise<FoundRecipe | null> {
  const { members, methods, lowerIsBetter, alone } = search;
  const isBetter = (one: number, other: number): boolean => (lowerIsBetter ? one < other : one > other);
  let left = mostScores;
  const best = async (recipes: readonly Recipe[]): Promise<FoundRecipe | null> => {
    let found: FoundRecipe | null = null;
    for (const recipe of recipes) {
      if (left === 0) break;
      left -= 1;
      const score = await search.score(recipe);
      if (score !== null && (found === null || isBetter(score, found.score))) found = { recipe, score };
    }
    return found;
  };
  const equal = await best(methods.map((method) => ({ method, weights: Array(members).fill(1) })));
  // Not even one of the methods gives valid predictions.
  if (equal === null) return null;
  const { method } = equal.recipe;
  let top: FoundRecipe = { recipe: { method, weights: weightsOf(members, [0]) }, score: alone };
  while (left > 0) {
    const { weights } = top.recipe;
    const larger = weights.map((_, member) => ({
      method,
      weights: weights.map((weight, index) => weight + Number(index === member)),
    }));
    const next = await best(larger.filter(({ weights: each }) => each.filter(Boolean).length > 1));
    if (next === null || !isBetter(next.score, top.score)) break;
    top = next;
  }
  const winner = isBetter(equal.score, top.score) ? equal : top;
  return isBetter(winner.score, alone) ? winner : null;
}

function weightsOf(members: number, chosen: readonly number[]): number[] {
  return Array.from({ length: members }, (_, member) => Number(chosen.includes(member)));
}
