import { asText, textAt } from "../frame/as-text.ts";
import { TextColumn } from "../frame/column.ts";
import type { TableView } from "../frame/table-view.ts";
import { alignById } from "../grade/align.ts";
import { type Cells, cellError, cellNumber, cellsOf, cellText } from "../grade/cells.ts";
import { requireColumns, requireSameLength } from "../grade/checks.ts";
import { BenchError } from "../lib/errors.ts";
import { parsePythonInt } from "../lib/python/python-int.ts";
import { splitWhitespace } from "../lib/python/python-text.ts";
import { pointInBoxF1 } from "../metrics/point-in-box-f1.ts";
import { splitRows } from "../prepare/split.ts";
import { zipById } from "../prepare/zip-by-id.ts";
import { defineCompetition } from "./define-competition.ts";

export default defineCompetition({
  id: "kuzushiji-recognition",
  metric: "F1 score of labelled points inside the boxes of the characters",
  submissionFormat:
    "Columns image_id and labels: one row per page, with characters as `label X Y` (a point inside the character's box) separated by single blanks; empty if there are none.",
  knownProblems: ["Kaggle's limit of 1,200 characters per page is not enforced."],
  rounding: "python",
  grade(submission, answers) {
    requireSameLength(submission, answers);
    requireColumns(submission, "image_id", "labels");
    const rows = alignById(submission, answers, "image_id");
    const cells = cellsOf(rows.submission, "labels", "image_id");
    const trueCells = cellsOf(rows.answers, "labels", "image_id");
    const points = Array.from({ length: submission.length }, (_, row) => {
      const [labels, x, y] = readFields(cells, row, 2);
      return { labels, x: x!, y: y! };
    });
    const boxes = Array.from({ length: answers.length }, (_, row) => {
      const [labels, x, y, width, height] = readFields(trueCells, row, 4);
      return { labels, x: x!, y: y!, width: width!, height: height! };
    });
    return pointInBoxF1(boxes, points);
  },

  async prepare(context) {
    const { open, write, place, extract } = context;
    const { train, test } = splitRows(open("train.csv"), { testSize: 0.1 });
    write("public/train.csv", train);
    write("public/sample_submission.csv", test.with("labels", "U+003F 1 1 U+FF2F 2 2"));
    place("unicode_translation.csv", "public/unicode_translation.csv");
    write("private/test.csv", test);
    write("private/gold_submission.csv", test.with("labels", pointsInside(test)));

    const from = await extract("train_images.zip");
    for (const [part, pages] of Object.entries({ train, test })) {
      const ids = asText(pages.column("image_id"));
      await zipById(context, ids, { from, to: `public/${part}_images.zip`, ending: ".jpg" });
    }
  },
  checks: {
    disjoint: { train: "public/train.csv", test: "private/test.csv", id: "image_id" },
  },
});

/** The labels of a page and, by position, the numbers after each label. Empty for a gap. */
function readFields(cells: Cells, row: number, numbers: number): [labels: string[], ...numbers: number[][]] {
  const labels: string[] = [];
  const columns: number[][] = Array.from({ length: numbers }, () => []);
  const words = cellText(cells, row)?.split(" ") ?? [];
  if (words.length % (numbers + 1) !== 0) {
    throw cellError(
      cells,
      row,
      `found ${words.length} words, expected ${numbers + 1} per character, separated by single blanks`,
    );
  }
  words.forEach((word, index) => {
    const field = index % (numbers + 1);
    // Upstream: numpy drops NUL characters at the end of text.
    if (field === 0) labels.push(word.replace(/\0+$/, ""));
    else columns[field - 1]!.push(cellNumber(cells, row, word));
  });
  return [labels, ...columns];
}

/** A perfect submission: for each character a point one pixel inside the corner of its box. */
function pointsInside(pages: TableView): TextColumn {
  const ids = asText(pages.column("image_id"));
  const column = pages.column("labels");
  const points = ids.map((id, row) => {
    const labels = column.isGap(row) ? "" : textAt(column, row);
    const words = splitWhitespace(labels);
    const inside = (word: string | undefined): bigint => {
      const corner = word === undefined ? null : parsePythonInt(word);
      if (corner !== null && words.length % 5 === 0) return corner + 1n;
      throw new BenchError(
        "malformed-raw-data",
        `Page "${id}": found "${labels}", expected \`label X Y width height\` for each character.`,
      );
    };
    const characters: string[] = [];
    for (let at = 0; at < words.length; at += 5) {
      characters.push(`${words[at]} ${inside(words[at + 1])} ${inside(words[at + 2])}`);
    }
    return characters.join(" ");
  });
  return TextColumn.from("labels", points);
}
