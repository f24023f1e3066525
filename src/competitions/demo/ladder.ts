import type { CompetitionDefinition } from "../../contracts/competition.ts";
import { textAt } from "../../frame/as-text.ts";
import { type Column, NumberColumn, TextColumn } from "../../frame/column.ts";
import { Frame } from "../../frame/frame.ts";
import { roundLikeNumpy } from "../../lib/numeric/rounding.ts";
import { QuickRandom } from "../../lib/random/quick-random.ts";
import { oneHot } from "../../prepare/one-hot.ts";
import type { DemoData } from "./demo-data.ts";
import { additiveEffects, codeRows, naiveBayes, type Truth } from "./simple-models.ts";

/** The scores of reference solutions of a demo competition, from random guesses to the best possible prediction. */
export interface Ladder {
  /** The scores of the rungs, lowest first: each solution uses more than the one before. */
  readonly rungs: Readonly<Record<"constant" | "rule" | "additive" | "process" | "truth", number>>;
  /** The scores of imagined teams on and between the rungs, best first. */
  readonly teams: Float64Array;
}

/** The number of teams on and between the rungs. */
const field = { constant: 10, rule: 40, additive: 60, informed: 90 } as const;

/** Predictions for the test rows: a value each, or a probability for each class, row by row. */
type Prediction = Float64Array;

/** Makes every solution and grades it with the competition's grader. Gives the same result in every run. */
export function climbLadder(
  { grade }: Pick<CompetitionDefinition, "grade">,
  data: DemoData,
  better: "lower" | "higher",
): Ladder {
  const random = new QuickRandom(9);
  const answers = answersOf(data);
  const score = (prediction: Prediction): number => roundLikeNumpy(grade(submissionOf(data, prediction), answers), 5);
  const truth = truthOf(data.train, data);
  const sources = data.features ?? data;
  const coded = codeRows(sources.train, sources.test, [data.id, data.target]);
  const all = [...coded.train.keys()];
  const additive = (chosen: readonly number[], caution: number): Prediction =>
    truth.classes === 0 ? additiveEffects(coded, chosen, truth) : naiveBayes(coded, chosen, truth, caution);

  const rows = data.test.length;
  const [constant, informed] = [constantPrediction(truth, rows), processPrediction(data)];
  const bestAdditive = additive(all, data.predicts === "probabilities" ? 3 : 1);
  const rules = all.map((feature) => additive([feature], 1));
  // Names cannot be averaged: a better solution gets more rows right.
  const nearer = (from: Prediction, to: Prediction, share: number): Prediction =>
    data.predicts === "label"
      ? takeRows(from, to, data.classes.length, () => random.chance(share))
      : from.map((value, index) => value + share * (to[index]! - value));
  const ordered = (scores: readonly number[]): number[] =>
    [...scores].sort((a, b) => (better === "lower" ? a - b : b - a));
  const teams = (count: number, make: (index: number) => Prediction): number[] =>
    Array.from({ length: count }, (_, index) => score(make(index)));

  const scores = ordered([
    ...teams(field.constant, (index) => nearer(constant, rules[index % rules.length]!, index / 40)),
    ...teams(field.rule, (index) => nearer(constant, rules[index % rules.length]!, random.between(0.3, 1))),
    ...teams(field.additive, () => {
      const chosen = all.filter(() => random.chance(0.6));
      return additive(chosen.length === 0 ? all : chosen, random.between(1, 4));
    }),
    ...teams(field.informed, (index) => nearer(bestAdditive, informed, (index + 1) / field.informed)),
  ]);
  return {
    rungs: {
      constant: score(constant),
      rule: ordered(rules.map(score))[0]!,
      additive: score(bestAdditive),
      process: score(informed),
      truth: score(truthPrediction(data)),
    },
    teams: Float64Array.from(scores),
  };
}

function takeRows(from: Prediction, to: Prediction, width: number, takes: () => boolean): Prediction {
  const taken = Float64Array.from(from);
  for (let start = 0; start < taken.length; start += width) {
    if (takes()) taken.set(to.subarray(start, start + width), start);
  }
  return taken;
}

function truthOf(table: DemoData["train"], { target, classes }: DemoData): Truth {
  const column = table.column(target);
  const values =
    classes.length === 0
      ? (column as NumberColumn).values
      : Float64Array.from({ length: column.length }, (_, row) => classes.indexOf(textAt(column, row)));
  return { values, classes: classes.length };
}

function constantPrediction({ values, classes }: Truth, rows: number): Prediction {
  if (classes === 0) return new Float64Array(rows).fill(values.reduce((sum, value) => sum + value, 0) / values.length);
  const shares = Float64Array.from({ length: classes }, (_, label) => values.filter((value) => value === label).length);
  return Float64Array.from({ length: rows * classes }, (_, index) => shares[index % classes]! / values.length);
}

/** `expected`, with both probabilities if it has only the second. */
function processPrediction({ expected, predicts }: DemoData): Prediction {
  if (predicts !== "probability") return expected;
  return Float64Array.from({ length: 2 * expected.length }, (_, index) => {
    const probability = expected[index >> 1]!;
    return index % 2 === 1 ? probability : 1 - probability;
  });
}

function truthPrediction(data: DemoData): Prediction {
  const { values, classes } = truthOf(data.test, data);
  if (classes === 0) return values;
  return Float64Array.from({ length: values.length * classes }, (_, index) =>
    values[Math.floor(index / classes)] === index % classes ? 1 : 0,
  );
}

function answersOf({ test, id, target, classes, predicts }: DemoData): Frame {
  const table = predicts === "probabilities" ? oneHot(test, { id, target, classes }) : test;
  return Frame.of(table.names.map((name) => table.column(name)));
}

function submissionOf({ test, id, target, classes, predicts }: DemoData, prediction: Prediction): Frame {
  const numbers = (name: string, position: number, step: number): Column =>
    new NumberColumn(
      name,
      "float64",
      Float64Array.from({ length: test.length }, (_, row) => prediction[row * step + position]!),
    );
  const predicted = (): Column[] => {
    if (predicts === "number") return [numbers(target, 0, 1)];
    if (predicts === "probability") return [numbers(target, 1, 2)];
    if (predicts === "probabilities") return classes.map((name, label) => numbers(name, label, classes.length));
    const likeliest = Array.from({ length: test.length }, (_, row) => {
      const chances = prediction.subarray(row * classes.length, (row + 1) * classes.length);
      return classes[chances.indexOf(Math.max(...chances))]!;
    });
    return [TextColumn.from(target, likeliest)];
  };
  return Frame.of([test.column(id), ...predicted()]);
}
