import { expect, test } from "vitest";
import { outlineOf } from "../../../../src/agents/search/tree/outline.ts";
import { SearchRecord } from "../../../../src/agents/search/tree/search-record.ts";
import { type MadeExperiment, searchEventsOf } from "../../../support/search-events.ts";

const viewOf = (experiments: readonly MadeExperiment[]) => SearchRecord.of(searchEventsOf(experiments)).view;
const numbers = (view: ReturnType<typeof viewOf>, most?: number) =>
  outlineOf(view, most).rows.map(({ experiment, follows }) => [Number(experiment.id.slice(11)), follows]);

test("every experiment is below the first one that it builds on, in the order of the search", () => {
  const view = viewOf([
    { score: 1 },
    { score: 2 },
    { score: 3, parents: ["experiment_1"] },
    { score: null, parents: ["experiment_3"] },
    { score: 5, parents: ["experiment_1", "experiment_2"] },
  ]);
  expect(numbers(view)).toEqual([
    [1, []],
    [3, [true]],
    [4, [true, false]],
    [5, [false]],
    [2, []],
  ]);
});

test("of too many, the best, those under way and the newest stay, with what they build on", () => {
  const line = Array.from(
    { length: 4 },
    (_, index): MadeExperiment => ({
      score: 0.9,
      parents: index === 0 ? [] : [`experiment_${index}`],
    }),
  );
  const view = viewOf([
    ...line.map((each, index) => ({ ...each, score: index })),
    { score: null },
    { score: null },
    {},
  ]);
  expect(numbers(view, 6).map(([number]) => number)).toEqual([1, 2, 3, 4, 6, 7]);
  expect(outlineOf(view, 6).hidden).toBe(1);
});

test("a line of thousands of experiments is no problem", () => {
  const view = viewOf(
    Array.from({ length: 3000 }, (_, index) => ({
      score: index,
      parents: index === 0 ? [] : [`experiment_${index}`],
    })),
  );
  expect(outlineOf(view).rows).toHaveLength(3000);
});
