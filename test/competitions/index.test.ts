import { expect, test } from "vitest";
import { competitionIds, loadDefinition } from "../../src/competitions/index.ts";
import { listKnownIds } from "../../src/facts/facts.ts";

test("every competition that has facts has code, and the other way round", () => {
  expect([...competitionIds].sort()).toEqual(listKnownIds());
});

test.each(competitionIds)("%s is listed under its id and can be prepared", async (id) => {
  expect(await loadDefinition(id)).toMatchObject({ id, prepare: expect.any(Function) });
});
