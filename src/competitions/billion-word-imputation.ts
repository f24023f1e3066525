import { asText } from "../frame/as-text.ts";
import { FileWriter } from "../frame/printing/byte-writer.ts";
import { alignById } from "../grade/align.ts";
import { cellError, cellsOf, cellText } from "../grade/cells.ts";
import { requireColumns, requireSameLength } from "../grade/checks.ts";
import { writeZip } from "../lib/archive/write-zip.ts";
import { readLines } from "../lib/python/python-lines.ts";
import { splitWhitespace, strip } from "../lib/python/python-text.ts";
import { NumpyRandomState } from "../lib/random/numpy-random-state.ts";
import { meanLevenshtein } from "../metrics/mean-levenshtein.ts";
import { defineCompetition } from "./define-competition.ts";

export default defineCompetition({
  id: "billion-word-imputation",
  metric: "Mean Levenshtein distance in characters",
  submissionFormat:
    "Columns id and sentence: one row per test sentence, with the complete sentence, including the missing word.",
  grade(submission, answers) {
    requireColumns(submission, "id", "sentence");
    requireSameLength(submission, answers);
    const aligned = alignById(submission, answers, "id");
    const cells = cellsOf(aligned.submission, "sentence", "id");
    const sentences = Array.from({ length: submission.length }, (_, row) => {
      const sentence = cellText(cells, row);
      // Upstream: pandas reads an empty cell, or a single word such as NA or null, as missing, and cannot compare it.
      if (sentence === null)
        throw cellError(cells, row, "expected a sentence, but the cell is empty or stands for a missing value");
      return sentence;
    });
    return meanLevenshtein(asText(aligned.answers.column("sentence")), sentences);
  },

  async prepare({ extract, scratch, target, signal }) {
    const random = new NumpyRandomState(0);
    const sentences = readLines(await extract("train_v2.txt.zip", "train_v2.txt"), { keepEnds: true });
    const files = {
      train: scratch("train_v2.txt"),
      test: target("private/sample_submission.csv"),
      answers: target("private/test.csv"),
    };
    const train = new FileWriter(files.train);
    const test = new FileWriter(files.test);
    const answers = new FileWriter(files.answers);
    const writeRow = (file: FileWriter, ...cells: readonly string[]) => {
      file.builder.text(`${cells.join(",")}\n`);
      file.flush();
    };
    for (const file of [test, answers]) writeRow(file, '"id"', '"sentence"');

    let id = 0;
    for (const sentence of sentences) {
      // The first and last words stay, so a sentence of two words has none to remove.
      const words = random.uniform() <= 0.01 ? splitWhitespace(sentence) : [];
      if (words.length <= 2) {
        train.builder.text(sentence);
        train.flush();
        continue;
      }
      words.splice(random.randint(1, words.length - 1), 1);
      writeRow(test, String(id), quote(words.join(" ")));
      writeRow(answers, String(id), quote(strip(sentence)));
      id += 1;
    }
    for (const file of [train, test, answers]) file.close();
    for (const [name, file] of Object.entries({ "train_v2.txt": files.train, "test_v2.txt": files.test })) {
      await writeZip(target(`public/${name}.zip`), [{ name, content: { file } }], { signal });
    }
  },
});

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
