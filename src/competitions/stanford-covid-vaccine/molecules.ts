import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PrepareContext } from "../../contracts/preparation.ts";
import { TextColumn } from "../../frame/column.ts";
import { jsonColumn, pythonText } from "../../frame/json/json-column.ts";
import { type JsonTable, readJsonTable } from "../../frame/json/json-table.ts";
import { toDouble } from "../../frame/json/object-kind.ts";
import { TableView } from "../../frame/table-view.ts";
import { BenchError } from "../../lib/errors.ts";
import { type JsonValue, PythonFloat } from "../../lib/json/json-value.ts";
import { printUjson } from "../../lib/json/print-ujson.ts";
import { formatFixed } from "../../lib/python/printf.ts";
import { sampleRows } from "../../lib/random/pandas-sample.ts";

const id = "id_seqpos";
const measured = ["reactivity", "deg_Mg_pH10", "deg_pH10", "deg_Mg_50C", "deg_50C"];

/** Prepares stanford-covid-vaccine: holds out a tenth of the molecules and lists their positions one by one. */
export async function prepareMolecules({ raw, target, write }: PrepareContext): Promise<void> {
  const molecules = readJsonTable(join(raw, "train.json"));
  // Only molecules that pass the organisers' quality filter are used for testing.
  const clean = rowsWhere(molecules.length, (row) => toDouble(cell(molecules, "SN_filter", row)) > 0);
  const drawn = sampleRows(clean.length, { n: Math.trunc(molecules.length * 0.1), seed: 0 });
  const chosen = new Set(Array.from(drawn, (place) => clean[place]!));
  const train = rowsWhere(molecules.length, (row) => !chosen.has(row));
  const test = rowsWhere(molecules.length, (row) => chosen.has(row));
  const names = Array.from(molecules.columns.keys());
  const testNames = Array.from(readJsonTable(join(raw, "test.json")).columns.keys());
  writeFileSync(target("public/train.json"), printRows(molecules, train, names));
  writeFileSync(target("public/test.json"), printRows(molecules, test, testNames));

  const answers = positions(molecules, test);
  const options = { formatFloat: (value: number) => formatFixed(value, 10) };
  write("private/test.csv", answers, options);
  const sample = measured.reduce((table, name) => table.with(name, { float: 0 }), answers.select(id, ...measured));
  write("public/sample_submission.csv", sample, options);
}

function rowsWhere(count: number, keep: (row: number) => boolean): number[] {
  return Array.from({ length: count }, (_, row) => row).filter(keep);
}

function cell(molecules: JsonTable, name: string, row: number): JsonValue {
  const column = molecules.columns.get(name);
  if (column === undefined) throw new BenchError("malformed-raw-data", `train.json has no member "${name}".`);
  return column[row]!;
}

/** Some rows as JSON lines, with a new "index". */
function printRows(molecules: JsonTable, rows: readonly number[], names: readonly string[]): string {
  const columns = new Set([...names, "index"]);
  const lines = rows.map((row, index) => {
    const values = Array.from(
      columns,
      (name) => [name, name === "index" ? index : cell(molecules, name, row)] as const,
    );
    return `${printUjson(new Map(values))}\n`;
  });
  return lines.join("");
}

/** One row for every position of some molecules. Only the first positions were measured; the others are not scored. */
function positions(molecules: JsonTable, rows: readonly number[]): TableView {
  const ids: string[] = [];
  const keep: boolean[] = [];
  const values = measured.map((): JsonValue[] => []);
  for (const row of rows) {
    const scoredCount = toDouble(cell(molecules, "seq_scored", row));
    for (let position = 0; position < toDouble(cell(molecules, "seq_length", row)); position += 1) {
      ids.push(`${pythonText(cell(molecules, "id", row))}_${position}`);
      keep.push(position < scoredCount);
    }
    for (const [index, name] of measured.entries()) {
      const list = cell(molecules, name, row);
      if (!Array.isArray(list) || list.length !== scoredCount) {
        throw new BenchError(
          "malformed-raw-data",
          `train.json: expected ${scoredCount} values in "${name}" (seq_scored).`,
        );
      }
      for (const value of list) values[index]!.push(value);
      while (values[index]!.length < ids.length) values[index]!.push(new PythonFloat(0));
    }
  }
  return TableView.of([
    TextColumn.from(id, ids),
    ...measured.map((name, index) => jsonColumn(name, values[index]!)),
    jsonColumn("keep", keep),
  ]);
}
