import type { SchemaElement } from "hyparquet";
import { fileWriter, ParquetWriter } from "hyparquet-writer";
import type { ResultSet } from "../result-set.ts";
import type { Exporter } from "./export-format.ts";
import { exportTables } from "./export-tables.ts";
import type { Cell, CellType, Column, Table } from "./table.ts";

/** Rows that are in memory at a time. */
const groupRows = 4096;

/** Tables as Parquet files, compressed with snappy. Every column may have gaps. */
export const exportParquet: Exporter = (sets, options) =>
  exportTables(options, "parquet", (table) => ({ kind: "binary", write: (path) => writeParquet(path, table, sets) }));

async function writeParquet(path: string, table: Table, sets: readonly ResultSet[]): Promise<void> {
  const { columns } = table;
  const schema: SchemaElement[] = [{ name: "schema", num_children: columns.length }, ...columns.map(elementOf)];
  const writer = new ParquetWriter({ writer: fileWriter(path), schema });
  for (const rows of inGroups(table.rows(sets))) {
    const columnData = columns.map(({ name, type }, index) => ({
      name,
      data: rows.map((cells) => stored[type].value(cells[index]!)),
    }));
    await writer.write({ columnData, rowGroupSize: rows.length });
  }
  await writer.finish();
}

function* inGroups<Row>(rows: Iterable<Row>): Generator<Row[]> {
  let group: Row[] = [];
  for (const row of rows) {
    group.push(row);
    if (group.length < groupRows) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

interface Stored {
  readonly element: Omit<SchemaElement, "name">;
  readonly value: (cell: Cell) => unknown;
}

const asItIs = (cell: Cell): Cell => cell;

const stored: Readonly<Record<CellType, Stored>> = {
  text: { element: { type: "BYTE_ARRAY", converted_type: "UTF8" }, value: asItIs },
  integer: { element: { type: "INT64" }, value: (cell) => (cell === null ? null : BigInt(cell)) },
  number: { element: { type: "DOUBLE" }, value: asItIs },
  boolean: { element: { type: "BOOLEAN" }, value: asItIs },
  time: {
    element: { type: "INT64", converted_type: "TIMESTAMP_MILLIS" },
    value: (cell) => (cell === null ? null : new Date(String(cell))),
  },
};

function elementOf({ name, type }: Column): SchemaElement {
  return { name, repetition_type: "OPTIONAL", ...stored[type].element };
}
