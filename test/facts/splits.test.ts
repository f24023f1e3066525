import { describe, expect, test } from "vitest";
import { listKnownIds, loadFacts, rawDataOf } from "../../src/facts/facts.ts";
import { listIds, listSplits, loadSplit } from "../../src/facts/splits.ts";
import { UsageError } from "../../src/lib/errors.ts";

describe("loadSplit", () => {
  test("lists every split with its size", () => {
    const sizes = Object.fromEntries(listSplits().map((name) => [name, loadSplit(name).length]));
    expect(sizes).toMatchObject({
      low: 22,
      medium: 38,
      high: 15,
      all: 75,
      dev: 7,
      systemcard: 30,
      "spaceship-titanic": 1,
      demo: 5,
    });
  });

  test("understands upstream's other names", () => {
    expect(loadSplit("lite")).toBe(loadSplit("low"));
    expect(loadSplit("split75")).toBe(loadSplit("all"));
  });

  test("agrees with the complexity of the competitions", () => {
    for (const complexity of ["low", "medium", "high", "dev"]) {
      const ids = listIds().filter((id) => loadFacts(id).complexity === complexity);
      expect([...loadSplit(complexity)].sort()).toEqual(ids);
    }
  });

  test("keeps competitions that upstream does not have in splits of their own, each in one", () => {
    const isUpstreams = (id: string): boolean => loadFacts(id).upstream !== null;
    for (const name of listSplits()) expect(new Set(loadSplit(name).map(isUpstreams)).size).toBe(1);
    expect(listIds().every(isUpstreams)).toBe(true);
    expect(new Set(listSplits().flatMap(loadSplit))).toEqual(new Set(listKnownIds()));
    const isDemo = (id: string): boolean =>
      rawDataOf(loadFacts(id)) === "generated" && loadFacts(id).complexity === "demo";
    expect(loadSplit("demo").every(isDemo)).toBe(true);
  });

  test("rejects an unknown split and suggests one", () => {
    expect(() => loadSplit("mediun")).toThrow("Did you mean `medium`?");
    expect(() => loadSplit("toString")).toThrow(UsageError);
  });
});
