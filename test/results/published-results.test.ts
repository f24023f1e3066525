import { expect, test } from "vitest";
import { loadPublishedResults } from "../../src/results/published-results.ts";

test("26 published results have a mean for every split", () => {
  const results = loadPublishedResults();
  expect(results).toHaveLength(26);
  for (const { medalPercent } of results) expect(Object.keys(medalPercent)).toEqual(["low", "medium", "high", "all"]);
});
