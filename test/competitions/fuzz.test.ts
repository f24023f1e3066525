import { describe, expect, test } from "vitest";
import { loadDefinition } from "../../src/competitions/index.ts";
import { parseCsv } from "../../src/frame/read-csv.ts";
import { type Outcome, scoreTables } from "../../src/grade/score-tables.ts";
import { goldenGrades, goldenIds } from "../support/golden-grades.ts";
import { mutateSubmission } from "../support/mutate-submission.ts";
import { type RandomSource, randomSource } from "../support/random-source.ts";
import { joinCells, splitCells } from "../support/raw-cells.ts";
import { readAnswersFrom } from "../support/read-answers.ts";

const mutationsPerCompetition = Number(process.env.FUZZ ?? 50);

async function load(id: string) {
  const { answers, cases } = goldenGrades(id);
  const definition = await loadDefinition(id);
  const truth = readAnswersFrom(definition, answers);
  const scoring = cases.filter((each) => each.outcome === "score" && each.bytes.length < 100_000);
  return {
    scoring,
    grade: (bytes: Buffer): Outcome =>
      scoreTables(
        definition,
        () => parseCsv(bytes),
        () => truth,
      ),
  };
}

/** A number as score, or a reason that a person can use and that blames the submission. */
function expectVerdict({ score, failure }: Outcome, bytes: Buffer): void {
  const shown = () => JSON.stringify(bytes.toString("latin1").slice(0, 2000));
  if (failure === null) {
    if (typeof score !== "number") expect.fail(`no score for ${shown()}`);
    return;
  }
  const { kind, reason } = failure;
  if (kind === "grader-error") expect.fail(`${reason}\n${shown()}`);
  if (reason.length < 10 || reason.length > 2000 || /\n\s+at |undefined|\[object|NaN rows/.test(reason)) {
    expect.fail(`a poor reason, ${JSON.stringify(reason)}, for ${shown()}`);
  }
}

describe("no change to a submission makes a grader fail", () => {
  test.each(goldenIds())("%s", async (id) => {
    const { scoring, grade } = await load(id);
    const random = randomSource(goldenIds().indexOf(id) + Number(process.env.SEED ?? 0) * 1000);
    for (let round = 0; round < mutationsPerCompetition; round += 1) {
      const bytes = mutateSubmission(random.pick(scoring).bytes, random);
      expectVerdict(grade(bytes), bytes);
    }
  });
});

/** The same score to the last bit, or the same kind of failure. */
function expectSame(before: Outcome, after: Outcome): void {
  expect(after.failure?.kind).toBe(before.failure?.kind);
  expect(after.score).toBe(before.score);
}

/** Compares what some golden submissions score before and after a change. */
async function compare(id: string, change: (rows: string[][], random: RandomSource) => Buffer): Promise<void> {
  const { scoring, grade } = await load(id);
  const random = randomSource(99);
  for (const { bytes } of scoring.slice(0, 6)) {
    const rows = splitCells(bytes.toString());
    expectSame(grade(joinCells(rows)), grade(change(rows, random)));
  }
}

test.each(goldenIds())("%s: Windows line ends change nothing", (id) => compare(id, (rows) => joinCells(rows, "\r\n")));

const shuffled = (rows: string[][], random: RandomSource): Buffer =>
  joinCells([rows[0]!, ...random.shuffle(rows.slice(1))]);

/** Where the order of the rows counts, as it does in the reference, and why. */
const orderCounts: Record<string, string> = {
  "detecting-insults-in-social-commentary": "comments are the ids; those that occur twice are matched in file order",
  "hms-harmful-brain-activity-classification": "ids occur several times and are matched in file order",
  "iwildcam-2020-fgvc7": "ids occur several times and are matched in file order",
  "nomad2018-predict-transparent-conductors": "rows are compared in file order, ids are never looked at",
  "smartphone-decimeter-2022": "the rows of a trip are compared in file order, times are never looked at",
  "stanford-covid-vaccine": "the rows that count are chosen by their place in the file before rows are sorted",
  "uw-madison-gi-tract-image-segmentation": "a mask takes the size of the answers' image in the same row",
  "vesuvius-challenge-ink-detection": "rows are compared in file order and must have the same id",
};

describe("the order of the rows", () => {
  test.each(goldenIds().filter((id) => !(id in orderCounts)))("%s: changes nothing", (id) => compare(id, shuffled));

  test.each(Object.entries(orderCounts))("%s: counts, for %s", (id) => expect(compare(id, shuffled)).rejects.toThrow());
});

const withRemark = (rows: string[][]): Buffer =>
  joinCells(rows.map((row, index) => [...row, index === 0 ? "remark" : "some text"]));

/** Where a column too many is refused, as it is in the reference, and why. */
const noOtherColumns: Record<string, string> = {
  "freesound-audio-tagging-2019": "the columns must be the file name and the classes in their order",
  "google-quest-challenge": "the number of columns is checked",
  "h-and-m-personalized-fashion-recommendations": "the set of columns is checked",
  "hms-harmful-brain-activity-classification": "all columns go into the metric, which finds one too many",
  "icecube-neutrinos-in-deep-ice": "the set of columns is checked",
  "jigsaw-toxic-comment-classification-challenge": "all columns but the id are taken as scores",
  "leaf-classification": "the set of columns is checked",
  "plant-pathology-2020-fgvc7": "the set of columns is checked",
  "spooky-author-identification": "the shape of the table is checked",
  "tgs-salt-identification-challenge": "the set of columns is checked",
  "vesuvius-challenge-ink-detection": "the number of columns is checked",
  "whale-categorization-playground": "the set of columns is checked",
};

describe("a column that was not asked for", () => {
  test.each(goldenIds().filter((id) => !(id in noOtherColumns)))("%s: changes nothing", (id) =>
    compare(id, withRemark),
  );

  test.each(Object.entries(noOtherColumns))("%s: is refused, because %s", async (id) => {
    const { scoring, grade } = await load(id);
    for (const { bytes } of scoring.slice(0, 6)) {
      expect(grade(withRemark(splitCells(bytes.toString()))).failure?.kind).toBe("invalid");
    }
  });
});
