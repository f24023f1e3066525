import { expect, test } from "vitest";
import { constantOf } from "../../../../src/agents/baseline/models/constant.ts";
import { isBetter, lossesOf } from "../../../../src/agents/baseline/models/judge.ts";
import { sampleLosses } from "../../../../src/agents/baseline/models/sample-losses.ts";
import type { ClassGoal, NumberGoal } from "../../../../src/agents/baseline/reading/goal.ts";
import { parseCsv } from "../../../../src/frame/read-csv.ts";
import { noise, times } from "../small-competition.ts";

const list = (values: readonly number[]): Float64Array => Float64Array.from(values);
const rowsOf = (truth: Float64Array): Uint32Array => Uint32Array.from(truth.keys());

test("an advantage counts when it is clear, and more so among many comparisons", () => {
  const others = list(times(100, () => 1));
  const sure = list(times(100, (row) => 0.9 + 0.01 * noise(row)));
  const lucky = list(times(100, (row) => 0.98 + 1.5 * (noise(row) - 0.5)));
  const fair = list(times(100, (row) => 0.9 + 0.8 * (noise(row) - 0.5)));
  expect(isBetter([sure], [others])).toBe(true);
  expect(isBetter([lucky], [others])).toBe(false);
  expect(isBetter([fair], [others])).toBe(true);
  expect(isBetter([fair], [others], 1000)).toBe(false);
  expect(isBetter([others], [others])).toBe(false);
});

test("a kind of loss that rises outweighs one that falls", () => {
  const [low, high] = [list(times(50, () => 1)), list(times(50, () => 2))];
  expect(isBetter([low, high], [high, low])).toBe(false);
  expect(isBetter([low, low], [high, low])).toBe(true);
});

test("one row, or a loss that is not a number, is never better", () => {
  expect(isBetter([list([0])], [list([1])])).toBe(false);
  expect(isBetter([list([0, Number.NaN, 0])], [list([1, 1, 1])])).toBe(false);
});

test("a constant is judged on each row without that row", () => {
  const numbers: NumberGoal = { kind: "number", column: "y", truth: list([1, 2, 6, Number.NaN]), isShare: false };
  expect(constantOf(numbers).values[0]).toBe(3);
  expect(constantOf(numbers).without(2)[0]).toBe(1.5);
  const classes: ClassGoal = {
    kind: "probability",
    column: "y",
    columns: [],
    classes: ["0", "1"],
    truth: list([0, 0, 1, Number.NaN]),
  };
  expect([...constantOf(classes).values]).toEqual([2.5 / 4, 1.5 / 4]);
  expect([...constantOf(classes).without(2)]).toEqual([2.5 / 3, 0.5 / 3]);
});

test("the sample is judged by its own values, and one with gaps or text is worse than anything", () => {
  const goal: NumberGoal = { kind: "number", column: "y", truth: list([1, 2, 3, 4]), isShare: false };
  const losses = (cells: string) => sampleLosses(goal, parseCsv(Buffer.from(`id,y\n${cells}`)), rowsOf(goal.truth));
  expect(losses("1,1\n2,2\n")!.map((loss) => [...loss])[1]).toEqual([0, 0, 2, 2]);
  expect(losses("1,1\n2,\n")).toBeNull();
  expect(losses("1,1\n2,high\n")).toBeNull();
});

test("labels are right or wrong, as numbers or as text", () => {
  const goal: ClassGoal = { kind: "label", column: "y", columns: [], classes: ["1", "2"], truth: list([0, 1, 1]) };
  const sample = parseCsv(Buffer.from("id,y\n1,2.0\n2,2.0\n"));
  expect([...sampleLosses(goal, sample, rowsOf(goal.truth))![0]!]).toEqual([1, 0, 0]);
  const model = lossesOf(goal, rowsOf(goal.truth), () => list([0.6, 0.4]));
  expect([...model[0]!]).toEqual([0, 1, 1]);
});
