// Tables of a million rows with text ids, identical in every run.
import { join } from "node:path";
import { randomNumbers, writeTable } from "./write-table.js";

function shuffledRows(rows, next) {
  const order = Uint32Array.from({ length: rows }, (_, row) => row);
  for (let last = rows - 1; last > 0; last -= 1) {
    const other = Math.floor(next() * (last + 1));
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}

const hexadecimal = (next, digits) =>
  Array.from({ length: digits / 8 }, () =>
    Math.floor(next() * 2 ** 32)
      .toString(16)
      .padStart(8, "0"),
  ).join("");

/** Each kind of table: its header, ids and true values, and its rows in the answers and in the submission. */
const kinds = [
  {
    name: "AUC",
    competition: "siim-isic-melanoma-classification",
    header: "image_name,target",
    id: (row) => `ISIC_${String(row).padStart(7, "0")}`,
    truth: (next) => Number(next() < 0.1),
    answer: (truth) => truth,
    prediction: (truth, next) => (next() + truth * next()) / 2,
  },
  {
    name: "accuracy",
    competition: "cassava-leaf-disease-classification",
    header: "image_id,label",
    id: (_, next) => `${hexadecimal(next, 16)}.jpg`,
    truth: (next) => Math.floor(next() * 5),
    answer: (truth) => truth,
    prediction: (truth, next) => (next() < 0.8 ? truth : Math.floor(next() * 5)),
  },
  {
    name: "log loss",
    competition: "spooky-author-identification",
    header: "id,EAP,HPL,MWS",
    id: (row) => `id${String(row).padStart(5, "0")}`,
    truth: (next) => Math.floor(next() * 3),
    answer: (truth) => [0, 1, 2].map((label) => Number(label === truth)).join(","),
    prediction: (truth, next) => {
      const weights = [0, 1, 2].map((label) => next() + Number(label === truth));
      const sum = weights[0] + weights[1] + weights[2];
      return weights.map((weight) => weight / sum).join(",");
    },
  },
];

/** Writes answers and a submission with shuffled rows of every kind into a folder. */
export function makeTables(folder, rows) {
  return kinds.map(({ name, competition, header, id, truth, answer, prediction }, index) => {
    const next = randomNumbers(index + 1);
    const ids = Array.from({ length: rows }, (_, row) => id(row, next));
    const truths = Uint8Array.from({ length: rows }, () => truth(next));
    const order = shuffledRows(rows, next);
    const answers = join(folder, `${competition}-answers.csv`);
    const submission = join(folder, `${competition}-submission.csv`);
    writeTable(answers, header, rows, (row) => `${ids[row]},${answer(truths[row])}`);
    writeTable(submission, header, rows, (row) => `${ids[order[row]]},${prediction(truths[order[row]], next)}`);
    return { name, item: { competition_id: competition, submission_path: submission, answers_path: answers } };
  });
}
