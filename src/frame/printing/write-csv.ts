import type { CsvFile, ReadWindow } from "../reading/csv-file.ts";
import type { TableView } from "../table-view.ts";
import { ByteBuilder, blockBytes, FileWriter } from "./byte-writer.ts";
import { CellPrinter, type PrintOptions } from "./cell-printer.ts";
import { printOther, RowPrinter } from "./row-printer.ts";

/** Bytes of rows that are kept in memory at a time. A larger batch means fewer passes over the file. */
const smallestBatch = 24 << 20;
const largestBatch = 2 ** 30;
const passes = 8;
const windowBytes = 1 << 18;

/**
 * Writes a table as pandas' `to_csv` would. Rows in file order are streamed. Rows in another order are gathered in
 * batches: each pass over the file collects the rows of one part of the output, which are then printed in order. Rows
 * that are left out cost nothing.
 */
export function writeCsv(table: TableView, path: string, options: PrintOptions): void {
  const writer = new FileWriter(path);
  try {
    const printer = new CellPrinter(table.columns.length, options, table.defaultFloats);
    printRow(writer.builder, printer, table.columns.length, (out, column) => {
      printer.text(out, table.columns[column]!.name);
    });
    if (table.file === null || !table.columns.some(({ from }) => from === "file")) writeMemory(table, printer, writer);
    else if (isDense(table)) writeStreaming(table, printer, writer);
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

/** Whether the view has most of the file's rows, in file order. */
function isDense({ order, file }: TableView): boolean {
  if (order === null) return true;
  if (order.length < 0.75 * file!.length) return false;
  for (let row = 1; row < order.length; row += 1) if (order[row - 1]! >= order[row]!) return false;
  return true;
}

function writeMemory(table: TableView, printer: CellPrinter, writer: FileWriter): void {
  for (let row = 0; row < table.length; row += 1) {
    printRow(writer.builder, printer, table.columns.length, (out, column) => {
      printOther(out, printer, table.columns[column]!, row);
    });
    writer.flush();
  }
}

function writeStreaming(table: TableView, printer: CellPrinter, writer: FileWriter): void {
  const printing = new RowPrinter(table, printer);
  const { window } = shareBuffer(writer, 0);
  table.file!.forEachRawRow(table.order, window, (index, row, bytes, start, end) => {
    printing.print(writer.builder, index, row, bytes, start, end);
    writer.flush();
  });
}

function writeGathered(table: TableView, printer: CellPrinter, writer: FileWriter): void {
  const file = table.file!;
  const order = table.order!;
  const printing = new RowPrinter(table, printer);
  const batchBytes = Math.min(largestBatch, Math.max(smallestBatch, file.bytes / passes));
  const batches = planBatches(file, order, batchBytes);
  const { window, rest } = shareBuffer(writer, Math.max(...batches.map(({ bytes }) => bytes)));
  for (const { first, last } of batches) {
    const rows = order.subarray(first, last);
    const { starts, ends } = gatherRows(file, rows, window, rest);
    for (let place = 0; place < rows.length; place += 1) {
      printing.print(writer.builder, first + place, rows[place]!, window.bytes, starts[place]!, ends[place]!);
      writer.flush();
    }
  }
}

/**
 * One buffer for everything, because copying within a buffer is several times faster than between buffers: first the
 * printed rows, then a window on the file, then `bytes` more bytes.
 */
function shareBuffer(writer: FileWriter, bytes: number): { window: ReadWindow; rest: number } {
  const start = 2 * blockBytes;
  const end = start + windowBytes;
  const buffer = Buffer.allocUnsafeSlow(end + bytes);
  writer.flush(1);
  writer.builder = new ByteBuilder(buffer, start);
  return { window: { bytes: buffer, start, end }, rest: end };
}

interface Batch {
  readonly first: number;
  readonly last: number;
  readonly bytes: number;
}

/** Splits the output into batches of at most `batchBytes`, or of a single row that is longer. */
function planBatches(file: CsvFile, order: Uint32Array, batchBytes: number): Batch[] {
  const batches: Batch[] = [];
  let [first, bytes] = [0, 0];
  for (let place = 0; place < order.length; place += 1) {
    const rowBytes = file.rowBytes(order[place]!);
    if (bytes + rowBytes > batchBytes && place > first) {
      batches.push({ first, last: place, bytes });
      [first, bytes] = [place, 0];
    }
    bytes += rowBytes;
  }
  return [...batches, { first, last: order.length, bytes }];
}

/** Copies the bytes of some rows to the buffer from `rest` on, in one pass over the file. Returns their positions. */
function gatherRows(file: CsvFile, rows: Uint32Array, window: ReadWindow, rest: number) {
  const count = rows.length;
  // Row and place in one number, because sorting plain numbers is many times faster than sorting by a function.
  const keys = new Float64Array(count);
  for (let place = 0; place < count; place += 1) keys[place] = rows[place]! * count + place;
  keys.sort();
  const sorted = new Uint32Array(count);
  for (let index = 0; index < count; index += 1) sorted[index] = Math.floor(keys[index]! / count);
  const gathered = window.bytes;
  const starts = new Uint32Array(count);
  const ends = new Uint32Array(count);
  let filled = rest;
  file.forEachRawRow(sorted, window, (index, row, source, start, end) => {
    const place = keys[index]! - row * count;
    starts[place] = filled;
    if (source === gathered) gathered.copyWithin(filled, start, end);
    else source.copy(gathered, filled, start, end);
    filled += end - start;
    ends[place] = filled;
  });
  return { starts, ends };
}
