import { mkdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Improvement } from "../../../src/agents/baseline/improve.ts";
import { solve } from "../../../src/agents/baseline/solve.ts";
import type { Filled } from "../../../src/agents/baseline/writing/check-candidate.ts";
import { MissingData } from "../../../src/lib/errors.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { csv, noise, solveFolder, times, writeFiles } from "./small-competition.ts";

const place = temporaryDirectory();
const sample = csv(
  "id,y",
  times(30, (row) => [1000 + row, 0.25]),
);
const testTable = csv(
  "id,x",
  times(30, (row) => [1000 + row, row]),
);

describe("what cannot be learned is declined in one line, and the sample stays to the byte", () => {
  const words = ["so", "sad", "I", "will", "miss", "you"];
  const tweet = (row: number): string =>
    words.toSorted((a, b) => noise(row + a.length) - noise(row * 3 + b.length)).join(" ");
  test.each<[string, Record<string, string>, string]>([
    [
      "free text",
      {
        "train.csv": csv(
          "id,text,y",
          times(90, (row) => [row, `${tweet(row)} ${row}`, `${tweet(row)} ${row}`.slice(0, 9 + (row % 9))]),
        ),
        "test.csv": csv(
          "id,text",
          times(30, (row) => [1000 + row, tweet(row)]),
        ),
        "sample_submission.csv": csv(
          "id,y",
          times(30, (row) => [1000 + row, ""]),
        ),
      },
      "train.csv: its column y is free text",
    ],
    ["an empty training table", { "train.csv": "id,x,y\n", "test.csv": testTable }, "train.csv: it has no rows"],
    [
      "a training table without the target",
      { "train.csv": csv("id,x,z,w", [[1, 2, 3, 4]]) },
      "train.csv: it has no column for y",
    ],
    [
      "an empty target",
      {
        "train.csv": csv(
          "id,x,y",
          times(50, (row) => [row, row, ""]),
        ),
      },
      "train.csv: its column y is empty",
    ],
    [
      "no training data at all",
      { "notes.txt": "nothing" },
      "no training table was found (CSV, TSV, JSON or folders of PNG and JPEG images)",
    ],
    ["damaged JSON", { "train.json": '[{"id": 1, "y": ' }, "train.json: its JSON is damaged"],
    ["JSON that is not a table", { "train.json": "[1, 2]" }, "train.json: its JSON is not a table of records"],
    [
      "masks, whose numbers repeat",
      {
        "train.csv": csv(
          "id,y",
          times(60, (row) => [row, `${row} 5 ${row + 9} 5`]),
        ),
        "sample_submission.csv": csv(
          "id,y",
          times(30, (row) => [1000 + row, "1 1"]),
        ),
      },
      "train.csv: its column y is free text",
    ],
    [
      "other words for the labels than the sample's",
      {
        "train.csv": csv(
          "id,x,y",
          times(60, (row) => [row, row % 2, row % 2 ? "cat" : "dog"]),
        ),
      },
      "train.csv: its column y has other values than the sample",
    ],
    [
      "folders with other labels than the sample's",
      {
        "train/images/1.png": "no image",
        "train/masks/1.png": "no image",
        "sample_submission.csv": csv(
          "id,y",
          times(30, (row) => [1000 + row, "1 1"]),
        ),
      },
      "no training table was found (CSV, TSV, JSON or folders of PNG and JPEG images)",
    ],
    [
      "targets of which one is unknown",
      {
        "train.csv": csv(
          "id,FVC",
          times(60, (row) => [row, row]),
        ),
        "sample_submission.csv": csv(
          "id,FVC,Confidence",
          times(30, (row) => [1000 + row, 2000, 100]),
        ),
      },
      "train.csv: it has no column for Confidence",
    ],
  ])("%s", async (name, files, reason) => {
    const folder = place(name, "public");
    writeFiles(folder, { "sample_submission.csv": sample, ...files });
    const { outcome, lines } = await solveFolder(folder, "sample_submission.csv", ["y", "FVC"]);
    expect(outcome).toBe("sample");
    const declined = lines.filter((line) => line.startsWith("Declined: "));
    expect(declined).toHaveLength(1);
    expect(declined[0]).toMatch(/; the sample submission stays\.$/);
    expect(declined[0]).toContain(reason);
  });
});

describe("a candidate takes the sample's place only if it is valid", () => {
  const asNumbers: Filled = new Map([["y", "number"]]);
  const candidate = (text: string, filled = asNumbers): Improvement => ({ bytes: Buffer.from(text), filled });
  const lines = sample.trimEnd().split("\n");
  test.each<[string, Improvement | Error, string]>([
    ["too few rows", candidate(`${lines.slice(0, -1).join("\n")}\n`), "it has 29 rows instead of 30"],
    ["other columns", candidate(sample.replace("id,y", "id,z")), "its columns are id, z"],
    ["another order", candidate(`${[lines[0], ...lines.slice(1).toReversed()].join("\n")}\n`), "row 1 has another id"],
    ["an id twice", candidate(sample.replace("1001,", "1000,")), "row 2 has another id"],
    ["a gap", candidate(sample.replace("1002,0.25", "1002,")), "row 3 of its column y holds nan"],
    ["an infinite value", candidate(sample.replace("1002,0.25", "1002,inf")), "row 3 of its column y holds inf"],
    ["text among numbers", candidate(sample.replace("1002,0.25", "1002,high")), "its column y holds text"],
    [
      "a probability above 1",
      candidate(sample.replace("1002,0.25", "1002,1.5"), new Map([["y", "probability"]])),
      "holds 1.5",
    ],
    ["no table", candidate('"unclosed'), "A quote that opens in line 1 is never closed"],
    ["an empty file", candidate(""), "its columns are"],
    [
      "an error of ours",
      new TypeError("undefined is not a function"),
      "an unexpected error (TypeError: undefined is not a function)",
    ],
  ])("%s", async (name, found, reason) => {
    const folder = place(name, "public");
    writeFiles(folder, { "sample_submission.csv": sample });
    const said: string[] = [];
    const submissionPath = place(name, "submission.csv");
    const find = async (): Promise<Improvement> => {
      // Whatever happens later, the sample is there by now.
      expect(readFileSync(submissionPath, "utf8")).toBe(sample);
      if (found instanceof Error) throw found;
      return found;
    };
    const options = { publicDirectory: folder, submissionPath, seed: 0, deadline: Date.now() + 1000 };
    expect(await solve(options, (line) => said.push(line), find)).toBe("sample");
    expect(readFileSync(submissionPath, "utf8")).toBe(sample);
    expect(said.at(-1)).toContain(reason);
  });

  test("and then does so at once, so that a later failure leaves it there", async () => {
    const folder = place("good", "public");
    writeFiles(folder, { "sample_submission.csv": sample });
    const submissionPath = place("good", "out.csv");
    const options = { publicDirectory: folder, submissionPath, seed: 0, deadline: Date.now() };
    const [first, second] = ["0.5", "0.75"].map((value) => sample.replaceAll("0.25", value)) as [string, string];
    const asCandidate = (text: string) => ({ bytes: Buffer.from(text), filled: asNumbers });
    const solved = async (end: () => Promise<Improvement>) => {
      const lines: string[] = [];
      const outcome = await solve(
        options,
        (line) => lines.push(line),
        async (_, __, { offer }) => {
          offer(asCandidate(first));
          offer(asCandidate(first.replace("1003,", "1004,")));
          return await end();
        },
      );
      return { outcome, lines, text: readFileSync(submissionPath, "utf8") };
    };

    const whole = await solved(async () => asCandidate(second));
    expect(whole).toMatchObject({ outcome: "improved", text: second });
    expect(whole.lines).toContain(
      "Skipped a candidate: the new submission is invalid: row 4 has another id than the sample.",
    );
    for (const end of [
      async () => ({ declined: "time ran out" }),
      async () => asCandidate(second.replace("1003,", "1004,")),
      async () => {
        throw new Error("no luck");
      },
    ]) {
      const cut = await solved(end);
      expect(cut).toMatchObject({ outcome: "improved", text: first });
      expect(cut.lines.at(-1)).toMatch(/^Declined: .*; the last submission stays\.$/);
    }
  });
});

describe("what can go wrong around it", () => {
  test.each([
    ["no sample", {}, "There is no sample submission in"],
    ["a sample without rows", { "sample_submission.csv": "id,y\n" }, "sample_submission.csv has no rows."],
    [
      "a sample that is not text",
      { "sample_submission.csv": Buffer.from([0x69, 0x64, 0xff, 0xfe, 0x0a, 0x31]) },
      "cannot be read",
    ],
  ])("%s is reported and nothing is written", async (name, files, message) => {
    mkdirSync(place(name), { recursive: true });
    writeFiles(place(name), files);
    const options = { publicDirectory: place(name), submissionPath: place(name, "out", "submission.csv"), seed: 0 };
    const solving = solve({ ...options, deadline: Date.now() + 1000 });
    await expect(solving).rejects.toThrow(MissingData);
    await expect(solving).rejects.toThrow(message);
    expect(() => readFileSync(options.submissionPath)).toThrow("ENOENT");
  });

  test("tables that are not UTF-8 are read all the same", async () => {
    const folder = place("latin", "public");
    const latin = (text: string): Buffer => Buffer.from(text, "latin1");
    writeFiles(folder, {
      "train.csv": latin(
        csv(
          "id,town,y",
          times(100, (row) => [row, row % 2 ? "Zürich" : "Bern", row % 2]),
        ),
      ),
      "test.csv": latin(
        csv(
          "id,town",
          times(30, (row) => [1000 + row, row % 2 ? "Zürich" : "Bern"]),
        ),
      ),
      "sample_submission.csv": sample,
    });
    const { outcome } = await solveFolder(folder, "sample_submission.csv", ["y"]);
    expect(outcome).toBe("improved");
  });
});
