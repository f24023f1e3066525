import { expect, test } from "vitest";
import { CPythonRandom } from "../../../src/lib/random/cpython-random.ts";
import { NumpyGenerator } from "../../../src/lib/random/numpy-generator.ts";
import { NumpyRandomState } from "../../../src/lib/random/numpy-random-state.ts";
import { trainTestSplit } from "../../../src/lib/random/train-test-split.ts";

const times = <T>(count: number, draw: () => T) => Array.from({ length: count }, draw);
const split = (count: number, testSize: number, seed: number) => {
  const { test, train } = trainTestSplit(count, { testSize, seed });
  return [Array.from(test), Array.from(train)];
};

test("draws the reference's vectors", () => {
  expect(split(10, 0.1, 0)).toEqual([[2], [8, 4, 9, 1, 6, 7, 3, 0, 5]]);
  expect(split(20, 0.25, 0)).toEqual([
    [18, 1, 19, 8, 10],
    [17, 6, 13, 4, 2, 5, 14, 9, 7, 16, 11, 3, 0, 15, 12],
  ]);
  expect(split(10, 0.3, 42)).toEqual([
    [8, 1, 5],
    [0, 7, 2, 9, 4, 3, 6],
  ]);
  expect(new NumpyRandomState(8).permutation(20).join()).toBe("7,11,6,15,18,4,12,2,13,1,16,0,14,19,8,10,5,9,17,3");

  const essays = new NumpyRandomState(42);
  expect(times(10, () => essays.randint(1, 7))).toEqual([4, 5, 3, 5, 5, 2, 3, 3, 3, 5]);
  const cameras = new NumpyRandomState(0);
  expect(times(10, () => cameras.randint(0, 676))).toEqual([559, 629, 192, 359, 9, 277, 599, 70, 472, 600]);

  const gestures = Array.from({ length: 20 }, (_, i) => i + 1);
  expect(new CPythonRandom(0).sample(gestures, 20).join()).toBe("13,14,2,9,16,7,20,5,8,6,10,4,3,12,18,1,15,17,19,11");
  expect(new CPythonRandom(42).randint(0, 1009)).toBe(654);

  const doubles = new NumpyGenerator(0);
  expect(times(3, () => doubles.random())).toEqual([0.6369616873214543, 0.2697867137638703, 0.04097352393619469]);
  const scores = new NumpyGenerator(0);
  expect(times(5, () => scores.uniform(1, 100).toFixed(2)).join()).toBe("64.06,27.71,5.06,2.64,81.51");
});
