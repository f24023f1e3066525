import { ByteBuilder, FileWriter } from "./byte-writer.ts";
import { CellPrinter, type PrintOptions } from "./print-cell.ts";
import type { Constant, Table, TableColumn } from "./table.ts";

/** Printed rows that may wait in memory for their turn; a larger share of the file means fewer passes over it. */
const smallestBatch = 48 << 20;
const passes = 8;

/**
 * Prints a table. Rows in file order stream through; rows in another order are gathered batch by batch: a pass over
 * the file prints the rows of one stretch of the output and keeps them until they can be written in order.
 */
export function writeTable(table: Table, path: string, options: PrintOptions): void {
  const writer = new FileWriter(path);
  try {
    const printer = new CellPrinter(table.columns.length, options, table.defaultFloats);
    printRow(writer.builder, printer, table.columns.length, (out, column) => {
      printer.text(out, table.columns[column]!.name);
    });
    if (table.file === null || !table.columns.some(({ from }) => from === "file")) writeMemory(table, printer, writer);
    else if (isAscending(table.order)) writeStreaming(table, printer, writer);
    else writeGathered(table, printer, writer);
  } finally {
    writer.close();
  }
}

type PrintColumn = (out: ByteBuilder, column: number) => void;

function printRow(out: ByteBuilder, printer: CellPrinter, columns: number, print: PrintColumn): void {
  for (let column = 0; column < columns; column += 1) {
    if (column > 0) out.byte(printer.delimiter);
    print(out, column);
  }
  out.byte(10);
}

function isAscending(order: Uint32Array | null): boolean {
  if (order === null) return true;
  for (let row = 1; row < order.length; row += 1) if (order[row - 1]! >= order[row]!) return false;
  return true;
}

function writeMemory(table: Table, printer: CellPrinter, writer: FileWriter): void {
  for (let row = 0; row < table.length; row += 1) {
    printRow(writer.builder, printer, table.columns.length, (out, column) => {
      printOther(out, printer, table.columns[column]!, row);
    });
    writer.flush();
  }
}

function writeStreaming(table: Table, printer: CellPrinter, writer: FileWriter): void {
  const file = table.file!;
  const { order } = table;
  let next = 0;
  const print = rowPrinter(table, printer);
  file.forEachRow((row, bytes, starts, ends, base) => {
    if (order !== null && order[next] !== row) return;
    print(writer.builder, next, row, bytes, starts, ends, base);
    next += 1;
    writer.flush();
  });
}

function writeGathered(table: Table, printer: CellPrinter, writer: FileWriter): void {
  const file = table.file!;
  const order = table.order!;
  const print = rowPrinter(table, printer);
  const batchBytes = Math.max(smallestBatch, file.bytes / passes);
  const batchRows = Math.max(1, Math.floor((order.length * batchBytes) / Math.max(file.bytes, 1)));

  for (let first = 0; first < order.length; first += batchRows) {
    const rows = order.subarray(first, first + batchRows);
    // The batch's places sorted by the file's rows, so that one pass meets them in turn.
    const places = Uint32Array.from(rows.keys()).sort((a, b) => rows[a]! - rows[b]!);
    const printed = new ByteBuilder();
    const starts = new Float64Array(rows.length);
    const ends = new Float64Array(rows.length);
    let next = 0;
    file.forEachRow((row, bytes, cellStarts, cellEnds, base) => {
      while (next < places.length && rows[places[next]!] === row) {
        const place = places[next]!;
        starts[place] = printed.length;
        print(printed, first + place, row, bytes, cellStarts, cellEnds, base);
        ends[place] = printed.length;
        next += 1;
      }
    });
    for (let place = 0; place < rows.length; place += 1) {
      writer.builder.copy(printed.bytes, starts[place]!, ends[place]!);
      writer.flush();
    }
  }
}

type PrintSourceRow = (
  out: ByteBuilder,
  tableRow: number,
  fileRow: number,
  bytes: Buffer,
  starts: Uint32Array,
  ends: Uint32Array,
  base: number,
) => void;

function rowPrinter(table: Table, printer: CellPrinter): PrintSourceRow {
  const file = table.file!;
  const { columns } = table;
  return (out, tableRow, fileRow, bytes, starts, ends, base) => {
    for (let index = 0; index < columns.length; index += 1) {
      if (index > 0) out.byte(printer.delimiter);
      const column = columns[index]!;
      if (column.from === "file") {
        const cell = base + column.position + file.indexColumns;
        printer.source(out, file.kindOf(column.position, fileRow), bytes, starts[cell]!, ends[cell]!);
      } else printOther(out, printer, column, tableRow);
    }
    out.byte(10);
  };
}

function printOther(out: ByteBuilder, printer: CellPrinter, column: TableColumn, row: number): void {
  if (column.from === "memory") printer.column(out, column.column, row);
  else if (column.from === "constant") printConstant(out, printer, column.value);
}

function printConstant(out: ByteBuilder, printer: CellPrinter, value: Constant): void {
  if (value === null) printer.gap(out);
  else if (typeof value === "string") printer.text(out, value);
  else if (typeof value === "boolean") printer.number(out, "bool", value ? 1 : 0);
  else if (typeof value === "number") printer.number(out, "int64", value);
  else printer.number(out, "float64", value.float);
}
