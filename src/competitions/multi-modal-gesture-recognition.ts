import { join } from "node:path";
import type { Prepare } from "../contracts/preparation.ts";
import { textAt } from "../frame/as-text.ts";
import { TextColumn } from "../frame/column.ts";
import type { Frame } from "../frame/frame.ts";
import { TableView } from "../frame/table-view.ts";
import { alignById } from "../grade/align.ts";
import { cellError, cellsOf } from "../grade/cells.ts";
import { requireColumns, requireSameLength } from "../grade/checks.ts";
import { listArchive } from "../lib/archive/extract-archive.ts";
import { compareCodePoints } from "../lib/compare-code-points.ts";
import { parsePythonInt } from "../lib/python/python-int.ts";
import { splitWhitespace } from "../lib/python/python-text.ts";
import { CPythonRandom } from "../lib/random/cpython-random.ts";
import { sequenceErrorRate } from "../metrics/sequence-error-rate.ts";
import { rowsIn, rowsNotIn } from "../prepare/groups.ts";
import { defineCompetition } from "./define-competition.ts";

const copiedArchives = [
  "validation1.tar.gz",
  "validation2.tar.gz",
  "validation3.tar.gz",
  "devel01-40.7z",
  "valid_all_files_combined.7z",
  "sample_code_mmrgc.zip",
];

export default defineCompetition({
  id: "multi-modal-gesture-recognition",
  metric: "Sum of the Levenshtein distances of the gesture sequences, divided by the number of true gestures",
  submissionFormat:
    "Columns Id and Sequence: one row per test recording, with its gestures (1 to 20) in order, separated by blanks.",
  knownProblems: ["The public recordings contain their labels."],
  grade(submission, answers) {
    requireSameLength(submission, answers);
    requireColumns(submission, "Id", "Sequence");
    const aligned = alignById(submission, answers, "Id");
    return sequenceErrorRate(gestures(aligned.answers), gestures(aligned.submission));
  },

  prepare: holdOut(4),
  rehearse: holdOut(3),
  checks: {
    disjoint: { train: "public/training.csv", test: "private/test.csv", id: "Id" },
    hidden: { file: "public/test.csv", columns: ["Sequence"] },
  },
});

/** One part of the training data becomes the test set; the parts before it stay. */
function holdOut(part: number): Prepare {
  return async ({ raw, open, write, place }) => {
    const archive = `training${part}.tar.gz`;
    // Sample00300.zip is recording 0300.
    const members = (await listArchive(join(raw, archive))).map(({ name }) => name.replace(/^(\.\/)+/, ""));
    const recordings = members.filter((name) => name.endsWith(".zip") && !name.includes("/"));
    const ids = recordings.map((name) => name.slice(0, -".zip".length).slice(-4)).sort(compareCodePoints);

    const training = open("training.csv", { kinds: { Id: "text", Sequence: "text" }, defaultFloats: true });
    const test = TableView.of([TextColumn.from("Id", ids)]);
    const random = new CPythonRandom(0);
    const gestures = Array.from({ length: 20 }, (_, index) => index + 1);
    const guesses = ids.map(() => random.sample(gestures, 20).join(" "));
    write("public/training.csv", rowsNotIn(training, "Id", ids));
    write("public/test.csv", test);
    write("public/randomPredictions.csv", test.with("Sequence", TextColumn.from("Sequence", guesses)));
    write("private/test.csv", rowsIn(training, "Id", ids));

    place(archive, "public/test.tar.gz");
    const earlier = Array.from({ length: part - 1 }, (_, index) => `training${index + 1}.tar.gz`);
    for (const name of [...earlier, ...copiedArchives]) place(name, `public/${name}`);
  };
}

function gestures(table: Frame): (number | bigint)[][] {
  const cells = cellsOf(table, "Sequence", "Id");
  return Array.from({ length: table.length }, (_, row) =>
    splitWhitespace(textAt(cells.column, row)).map((word) => {
      if (shortNumber.test(word)) return Number(word);
      const gesture = parsePythonInt(word);
      if (gesture !== null) return pythonHash(gesture);
      throw cellError(cells, row, `expected whole numbers, found ${JSON.stringify(word.slice(0, 40))}`);
    }),
  );
}

const shortNumber = /^[0-9]{1,15}$/;

/** Upstream: gestures are compared by their Python hash, which is the number modulo a prime and never -1. */
function pythonHash(value: bigint): number | bigint {
  const hash = value % (2n ** 61n - 1n);
  if (hash === -1n) return -2;
  return hash > -(2n ** 53n) && hash < 2n ** 53n ? Number(hash) : hash;
}
