import { join } from "node:path";
import { expect, test } from "vitest";
import { asFloats } from "../../../src/frame/as-floats.ts";
import { asText } from "../../../src/frame/as-text.ts";
import { readCsv } from "../../../src/frame/read-csv.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { accuracy, csv, logLoss, noise, solveFolder, times, writeFiles } from "./small-competition.ts";

const place = temporaryDirectory();

/** Writes the files, solves, and gives the sample too. */
async function solved(name: string, files: Record<string, string | Uint8Array>, sample: string, ...targets: string[]) {
  const folder = place(name, "public");
  writeFiles(folder, files);
  return { ...(await solveFolder(folder, sample, targets)), sample: readCsv(join(folder, sample)) };
}

test("a sample whose first column is the target keeps its texts and gets probabilities", async () => {
  const isRude = (row: number): boolean => noise(row) < 0.4;
  const comment = (row: number): string => `"""comment ${row}, ${isRude(row) ? "you idiot" : "thank you"} all"""`;
  const { outcome, submission, sample } = await solved(
    "target-first",
    {
      "description.md": "Area under the ROC curve.",
      "train.csv": csv(
        "Insult,Date,Comment",
        times(200, (row) => [isRude(row) ? 1 : 0, "", comment(row)]),
      ),
      "test.csv": csv(
        "Date,Comment",
        times(60, (row) => ["", comment(1000 + row)]),
      ),
      "sample_submission_null.csv": csv(
        "Insult,Date,Comment",
        times(60, (row) => [0, "", comment(1000 + row)]),
      ),
    },
    "sample_submission_null.csv",
    "Insult",
  );
  const truth = times(60, (row) => isRude(1000 + row));
  expect(outcome).toBe("improved");
  expect(logLoss(submission, "Insult", truth)).toBeLessThan(0.3);
  expect(logLoss(submission, "Insult", truth)).toBeLessThan(logLoss(sample, "Insult", truth));
});

test("labels of many hundred classes get the commonest one", async () => {
  const label = (row: number): string => (row % 4 === 0 ? "common" : `label_${row % 300}`);
  const { outcome, submission, sample } = await solved(
    "many-classes",
    {
      "train.csv": csv(
        "id,x,species",
        times(900, (row) => [row, noise(row), label(row)]),
      ),
      "test.csv": csv(
        "id,x",
        times(40, (row) => [2000 + row, noise(row)]),
      ),
      "sample_submission.csv": csv(
        "id,species",
        times(40, (row) => [2000 + row, "label_7"]),
      ),
    },
    "sample_submission.csv",
    "species",
  );
  const truth = times(40, (row) => label(2000 + row));
  expect(outcome).toBe("improved");
  expect(asText(submission.column("species"))).toEqual(times(40, () => "common"));
  expect(accuracy(submission, "species", truth)).toBeGreaterThan(accuracy(sample, "species", truth));
});

test("a sample that lists labels gets the commonest ones, the commonest first", async () => {
  const label = (row: number): string => (row % 2 === 0 ? "new_whale" : row % 3 === 0 ? "w_1" : `w_${2 + (row % 97)}`);
  const { outcome, submission } = await solved(
    "lists",
    {
      "train.csv": csv(
        "Image,Id",
        times(400, (row) => [`${row}.jpg`, label(row)]),
      ),
      "sample_submission.csv": csv(
        "Image,Id",
        times(30, (row) => [`t${row}.jpg`, "w_9 w_8"]),
      ),
    },
    "sample_submission.csv",
    "Id",
  );
  expect(outcome).toBe("improved");
  expect(new Set(asText(submission.column("Id")))).toEqual(new Set(["new_whale w_1"]));
});

const pizza = (row: number, isTrain: boolean): Record<string, unknown> => ({
  request_id: `t3_${row}`,
  request_text: noise(row) < 0.5 ? "please, my family is hungry" : "pizza now",
  upvotes: row % 5,
  nested: { ignored: true },
  scores: [row % 7, row % 3],
  ...(isTrain ? { received: noise(row) < 0.5 } : {}),
});

test.each([
  ["a list of records", (rows: unknown[]) => JSON.stringify(rows)],
  [
    "a record per line, with NaN",
    (rows: unknown[]) => rows.map((row) => JSON.stringify(row).replace(/5,/, "NaN,")).join("\n"),
  ],
  [
    "columns by name",
    (rows: Record<string, unknown>[]) =>
      JSON.stringify(Object.fromEntries(Object.keys(rows[0]!).map((name) => [name, rows.map((row) => row[name])]))),
  ],
])("tables in JSON are read: %s", async (shape, print) => {
  const { outcome, submission, sample } = await solved(
    `json ${shape}`,
    {
      "description.md": "The probability that a pizza was received.",
      "train.json": (print as (rows: unknown[]) => string)(times(200, (row) => pizza(row, true))),
      "test.json": (print as (rows: unknown[]) => string)(times(50, (row) => pizza(5000 + row, false))),
      "sampleSubmission.csv": csv(
        "request_id,received",
        times(50, (row) => [`t3_${5000 + row}`, 0]),
      ),
    },
    "sampleSubmission.csv",
    "received",
  );
  const truth = times(50, (row) => noise(5000 + row) < 0.5);
  expect(outcome).toBe("improved");
  expect(logLoss(submission, "received", truth)).toBeLessThan(Math.min(0.3, logLoss(sample, "received", truth)));
});

test("without features the sample stays, or the training set's constant takes its place where that is better", async () => {
  const files = (share: number) => ({
    "train.csv": csv(
      "id,price",
      times(300, (row) => [row, 100 + (noise(row) < share ? 1 : 0) + noise(row * 7)]),
    ),
    "sample_submission.csv": csv(
      "id,price",
      times(20, (row) => [1000 + row, 0.5]),
    ),
  });
  const { outcome, submission } = await solved("constant", files(0.5), "sample_submission.csv", "price");
  expect(outcome).toBe("improved");
  for (const value of asFloats(submission.column("price"))) expect(value).toBeCloseTo(101, 0);

  const good = {
    ...files(0.5),
    "sample_submission.csv": csv(
      "id,price",
      times(20, (row) => [1000 + row, 101]),
    ),
  };
  const kept = await solved("good constant", good, "sample_submission.csv", "price");
  expect(kept.outcome).toBe("sample");
  expect(kept.lines.at(-1)).toBe(
    "Declined: nothing that was learned is better than the sample; the sample submission stays.",
  );
});

test("labels that have nothing to do with the features leave a sample of equal shares as it is", async () => {
  const { outcome } = await solved(
    "noise",
    {
      "train.csv": csv(
        "id,a,b,y",
        times(400, (row) => [row, noise(row), noise(row + 0.3), noise(row + 0.6) < 0.5 ? 1 : 0]),
      ),
      "test.csv": csv(
        "id,a,b",
        times(50, (row) => [1000 + row, noise(row), noise(row)]),
      ),
      "sample_submission.csv": csv(
        "id,y",
        times(50, (row) => [1000 + row, 0.5]),
      ),
    },
    "sample_submission.csv",
    "y",
  );
  expect(outcome).toBe("sample");
});

test("ids keep their bytes: zeros in front, quotes, blanks, letters of all kinds, rows in another order", async () => {
  const ids = ['"a, ""b"""', "0012", "7.10", " 9", "Zürich 東", "1e5", "True", "x y"];
  const { outcome, text } = await solved(
    "weird-ids",
    {
      "train.csv": csv(
        "key,x,y",
        times(100, (row) => [`k${row}`, row % 10, (row % 10) * 2.5]),
      ),
      "test.csv": csv(
        "key,x",
        ids.map((id, row) => [id, row]),
      ),
      "sample_submission.csv": csv(
        "key,y",
        ids.toReversed().map((id) => [id, "-1.5"]),
      ).replaceAll("\n", "\r\n"),
    },
    "sample_submission.csv",
    "y",
  );
  expect(outcome).toBe("improved");
  const cells = text.trimEnd().split("\n").slice(1);
  expect(cells.map((line) => line.slice(0, line.lastIndexOf(",")))).toEqual(ids.toReversed());
  const values = cells.map((line) => Number(line.slice(line.lastIndexOf(",") + 1)));
  expect(values).toEqual(values.toSorted((a, b) => b - a));
});

test("one column per class adds up to 1, also where a class has no training row", async () => {
  const authors = ["EAP", "HPL", "MWS", "unknown"];
  const author = (row: number): number => Math.floor(3 * noise(row));
  const { outcome, submission } = await solved(
    "class-columns",
    {
      "train.csv": csv(
        "id,text,author",
        times(240, (row) => [row, `words of number${author(row)}`, authors[author(row)]!]),
      ),
      "test.csv": csv(
        "id,text",
        times(40, (row) => [1000 + row, `words of number${author(1000 + row)}`]),
      ),
      "sample_submission.csv": csv(
        `id,${authors.join(",")}`,
        times(40, (row) => [1000 + row, 0.25, 0.25, 0.25, 0.25]),
      ),
    },
    "sample_submission.csv",
    ...authors,
  );
  expect(outcome).toBe("improved");
  const columns = authors.map((name) => asFloats(submission.column(name)));
  for (let row = 0; row < 40; row += 1) {
    expect(columns.reduce((sum, column) => sum + column[row]!, 0)).toBeCloseTo(1, 9);
    expect(columns[author(1000 + row)]![row]).toBeGreaterThan(0.5);
  }
});

test("votes become shares that add up to 1, while targets that do so by chance stay independent", async () => {
  const isHigh = (row: number): boolean => noise(row) < 0.5;
  const votes = await solved(
    "votes",
    {
      "train.csv": csv(
        "id,x,yes_vote,no_vote",
        times(200, (row) => [row, isHigh(row) ? 1 : 0, isHigh(row) ? 8 : 1, 2]),
      ),
      "test.csv": csv(
        "id,x",
        times(20, (row) => [1000 + row, isHigh(1000 + row) ? 1 : 0]),
      ),
      "sample_submission.csv": csv(
        "id,yes_vote,no_vote",
        times(20, (row) => [1000 + row, 0.5, 0.5]),
      ),
    },
    "sample_submission.csv",
    "yes_vote",
    "no_vote",
  );
  expect(votes.outcome).toBe("improved");
  const [yes, no] = ["yes_vote", "no_vote"].map((name) => asFloats(votes.submission.column(name)));
  for (let row = 0; row < 20; row += 1) {
    expect(yes![row]! + no![row]!).toBeCloseTo(1, 9);
    expect(Math.abs(yes![row]! - (isHigh(1000 + row) ? 0.8 : 1 / 3))).toBeLessThan(0.1);
  }

  const both = await solved(
    "independent",
    {
      "train.csv": csv(
        "id,x,EC1,EC2",
        times(200, (row) => [row, isHigh(row) ? 1 : 0, isHigh(row) ? 1 : 0, isHigh(row) ? 1 : 0]),
      ),
      "test.csv": csv(
        "id,x",
        times(20, (row) => [1000 + row, isHigh(1000 + row) ? 1 : 0]),
      ),
      "sample_submission.csv": csv(
        "id,EC1,EC2",
        times(20, (row) => [1000 + row, 0.5, 0.5]),
      ),
    },
    "sample_submission.csv",
    "EC1",
    "EC2",
  );
  expect(both.outcome).toBe("improved");
  const truth = times(20, (row) => isHigh(1000 + row));
  for (const name of ["EC1", "EC2"]) expect(logLoss(both.submission, name, truth)).toBeLessThan(0.3);
});

test("a sample with empty cells is filled, and several test rows of one id are taken together", async () => {
  const kind = (row: number): string => (noise(row) < 0.5 ? "blast" : "normal");
  const { outcome, submission } = await solved(
    "gaps",
    {
      "train.csv": csv(
        "image_id,age,label",
        times(150, (row) => [`${row}.tif`, kind(row) === "blast" ? 80 : 40, kind(row)]),
      ),
      "test.csv": csv(
        "image_id,age",
        times(60, (row) => [`t${row % 30}.tif`, kind(1000 + (row % 30)) === "blast" ? 81 : 39]),
      ),
      "sample_submission.csv": csv(
        "image_id,label",
        times(30, (row) => [`t${row}.tif`, ""]),
      ),
    },
    "sample_submission.csv",
    "label",
  );
  expect(outcome).toBe("improved");
  expect(asText(submission.column("label"))).toEqual(times(30, (row) => kind(1000 + row)));
});
