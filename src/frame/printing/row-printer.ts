import { RowTokenizer } from "../reading/row-tokenizer.ts";
import type { Constant, TableView, ViewColumn } from "../table-view.ts";
import type { ByteBuilder } from "./byte-writer.ts";
import type { CellPrinter } from "./cell-printer.ts";

/** Prints rows that come from a file: copies them if possible, otherwise prints them cell by cell. */
export class RowPrinter {
  readonly #table: TableView;
  readonly #printer: CellPrinter;
  readonly #tokenizer: RowTokenizer;
  /** For each column of the table, the position of its cell in the file's row; -1 if it comes from elsewhere. */
  readonly #cells: Int32Array;
  /** For each column of the table, whether its cells may be copied in verbatim rows. */
  readonly #copied: readonly boolean[];
  /** Whether verbatim rows may be copied as a whole. */
  readonly #wholeRows: boolean;

  constructor(table: TableView, printer: CellPrinter) {
    const file = table.file!;
    const { columns } = table;
    this.#table = table;
    this.#printer = printer;
    this.#tokenizer = new RowTokenizer(file.format);
    this.#cells = Int32Array.from(columns, (column) =>
      column.from === "file" ? column.position + file.indexColumns : -1,
    );
    const canCopy = file.verbatim !== null && columns.length > 1 && printer.printsAsRead(file.format.delimiter);
    this.#copied = columns.map((column) => canCopy && column.from === "file" && file.isVerbatim(column.position));
    this.#wholeRows =
      columns.length === file.width &&
      this.#copied.every(Boolean) &&
      this.#cells.every((cell, index) => cell === index);
  }

  /** Prints the file's row in `bytes[start, end)` as row `tableRow` of the table. */
  print(out: ByteBuilder, tableRow: number, fileRow: number, bytes: Buffer, start: number, end: number): void {
    const verbatim = this.#table.file!.verbatim?.has(fileRow) ?? false;
    if (verbatim && this.#wholeRows) out.copy(bytes, start, lineEnd(bytes, start, end));
    else this.#printCells(out, tableRow, fileRow, bytes, start, end, verbatim);
    out.byte(10);
  }

  #printCells(
    out: ByteBuilder,
    tableRow: number,
    fileRow: number,
    bytes: Buffer,
    start: number,
    end: number,
    verbatim: boolean,
  ): void {
    const file = this.#table.file!;
    const { columns } = this.#table;
    const printer = this.#printer;
    const { starts, ends } = this.#tokenizer.cells(bytes, start, end);
    for (let index = 0; index < columns.length; index += 1) {
      if (index > 0) out.byte(printer.delimiter);
      const cell = this.#cells[index]!;
      const column = columns[index]!;
      if (column.from !== "file") printOther(out, printer, column, tableRow);
      else if (verbatim && this.#copied[index]) out.copy(bytes, starts[cell]!, ends[cell]!);
      else printer.source(out, file.kindOf(column.position, fileRow), bytes, starts[cell]!, ends[cell]!);
    }
  }
}

/** The position of the line end of the row in `bytes[start, end)`, which has no quotes. Blank lines may follow it. */
function lineEnd(bytes: Buffer, start: number, end: number): number {
  let at = end;
  if (at > start && bytes[at - 1] === 10) at -= 1;
  if (at > start && bytes[at - 1] === 13) at -= 1;
  // Otherwise blank lines follow; one that ends with a lone \r includes the delimiter after it.
  if (at > start && bytes[at - 1]! > 32 && bytes[at - 2] !== 13) return at;
  for (at = start; at < end; at += 1) if (bytes[at] === 10 || bytes[at] === 13) return at;
  return end;
}

/** Prints a cell that does not come from the file. */
export function printOther(out: ByteBuilder, printer: CellPrinter, column: ViewColumn, row: number): void {
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
