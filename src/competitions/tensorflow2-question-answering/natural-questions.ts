import { join } from "node:path";
import type { PrepareContext } from "../../contracts/preparation.ts";
import { TextColumn } from "../../frame/column.ts";
import { pythonText } from "../../frame/json/json-column.ts";
import { FileWriter } from "../../frame/printing/byte-writer.ts";
import { TableView } from "../../frame/table-view.ts";
import { memberOf } from "../../lib/json/json-record.ts";
import { type JsonValue, PythonFloat } from "../../lib/json/json-value.ts";
import { mapLines } from "../../lib/python/python-lines.ts";
import { trainTestSplit } from "../../lib/random/train-test-split.ts";
import { JsonLinesChunk } from "./json-lines-chunk.ts";

const chunkLines = 1000;
const testColumns = ["example_id", "question_text", "document_text", "long_answer_candidates"];

/** Prepares tensorflow2-question-answering: splits each thousand lines with the same seed, and writes like pandas. */
export async function prepareNaturalQuestions({ raw, target, write, signal }: PrepareContext): Promise<void> {
  const train = new FileWriter(target("public/simplified-nq-train.jsonl"));
  const test = new FileWriter(target("public/simplified-nq-test.jsonl"));
  const answers = new FileWriter(target("private/test.jsonl"));
  const ids: string[] = [];
  const predictions: string[] = [];

  const chunk = new JsonLinesChunk();
  const writeChunk = () => {
    signal.throwIfAborted();
    chunk.finish();
    const exampleIds = chunk.convertToText("example_id");
    const split = trainTestSplit(chunk.length, { testSize: 0.1, seed: 0 });
    for (const row of split.train) printRow(chunk, row, chunk.names, train);
    for (const row of split.test) {
      printRow(chunk, row, testColumns, test);
      printRow(chunk, row, chunk.names, answers);
      const [annotation] = chunk.cell("annotations", row) as [JsonValue];
      ids.push(`${exampleIds[row]}_short`, `${exampleIds[row]}_long`);
      predictions.push(shortAnswer(annotation), longAnswer(annotation));
    }
    chunk.clear();
  };
  try {
    let lines = 0;
    const readLine = (bytes: Buffer, start: number, end: number) => {
      chunk.add(bytes, start, end);
      lines += 1;
      if (lines % chunkLines === 0) writeChunk();
    };
    for (const _ of mapLines(join(raw, "simplified-nq-train.jsonl"), readLine));
    if (lines % chunkLines !== 0) writeChunk();
  } finally {
    for (const file of [train, test, answers]) file.close();
  }
  const gold = TableView.of([TextColumn.from("example_id", ids), TextColumn.from("PredictionString", predictions)]);
  write("private/gold_submission.csv", gold);
  write("public/sample_submission.csv", gold.with("PredictionString", ""));
}

function printRow(chunk: JsonLinesChunk, row: number, names: readonly string[], file: FileWriter): void {
  chunk.print(file.builder, row, names);
  file.flush();
}

/** The first of several answers: yes or no, a span of tokens, or nothing. */
function shortAnswer(annotation: JsonValue): string {
  const yesNo = memberOf(annotation, "yes_no_answer");
  if (yesNo !== "NONE") return yesNo === null ? "" : pythonText(yesNo);
  const [first] = memberOf(annotation, "short_answers") as JsonValue[];
  return first === undefined ? "" : span(first);
}

function longAnswer(annotation: JsonValue): string {
  const answer = memberOf(annotation, "long_answer");
  const start = memberOf(answer, "start_token");
  const isNone = (start instanceof PythonFloat ? start.value : start) === -1;
  return isNone ? "" : span(answer);
}

function span(answer: JsonValue): string {
  return ["start_token", "end_token"].map((name) => pythonText(memberOf(answer, name))).join(":");
}
