import { describe, expect, test } from "vitest";
import type { Recipe } from "../../../../src/agents/search/ensemble/combine.ts";
import { findRecipe } from "../../../../src/agents/search/ensemble/find-recipe.ts";

/** The error of a mean of members with known errors, which cancel out. */
const errorOf =
  (...errors: readonly number[]) =>
  async ({ weights }: Recipe): Promise<number> => {
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return Math.abs(weights.reduce((sum, weight, member) => sum + (weight / total) * errors[member]!, 0));
  };

describe("the search for a recipe", () => {
  const lower = { methods: ["mean"], lowerIsBetter: true } as const;

  test("climbs to weights that equal ones do not reach", async () => {
    const found = await findRecipe({ ...lower, members: 3, alone: 1, score: errorOf(1, -2, 5) });
    expect(found).toEqual({ recipe: { method: "mean", weights: [2, 1, 0] }, score: 0 });
  });

  test("takes equal weights where these are best", async () => {
    const score = async ({ weights }: Recipe) => (weights.every((weight) => weight === 1) ? 0.9 : 0.1);
    const found = await findRecipe({ members: 4, methods: ["mean"], lowerIsBetter: false, alone: 0.5, score });
    expect(found).toEqual({ recipe: { method: "mean", weights: [1, 1, 1, 1] }, score: 0.9 });
  });

  test("uses the method that scores best, and passes over those without a score", async () => {
    const scores: Record<string, number | null> = { mean: null, "rank mean": 0.8, vote: 0.6 };
    const methods = ["vote", "mean", "rank mean"] as const;
    const score = async ({ method }: Recipe) => scores[method]!;
    const found = await findRecipe({ members: 2, methods, lowerIsBetter: false, alone: 0.7, score });
    expect(found).toMatchObject({ recipe: { method: "rank mean" }, score: 0.8 });
  });

  test("finds nothing when the best member is best alone, or nothing has a score", async () => {
    expect(await findRecipe({ ...lower, members: 3, alone: 1, score: errorOf(1, 2, 3) })).toBeNull();
    expect(await findRecipe({ ...lower, members: 2, alone: 1, score: async () => null })).toBeNull();
  });

  test("asks for 40 scores at most", async () => {
    let asked = 0;
    const score = async () => 100 - ++asked;
    await findRecipe({ ...lower, members: 6, alone: 100, score });
    expect(asked).toBe(40);
  });
});
