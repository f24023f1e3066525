import { parseDefaultFloat } from "../../lib/python/default-float-parser.ts";
import { formatPythonFloat } from "../../lib/python/python-repr.ts";
import type { Column } from "../column.ts";
import type { CellKind } from "../reading/column-typer.ts";
import { isMissing } from "../reading/missing-values.ts";
import { NumberParser } from "../reading/number-parser.ts";
import { isPrintedNumber } from "../reading/verbatim-rows.ts";
import type { ByteBuilder } from "./byte-writer.ts";

/** The options of pandas' `to_csv`. */
export interface PrintOptions {
  /** Default: a comma. */
  readonly delimiter?: "," | "\t";
  /** `minimal` quotes only where necessary, `nonnumeric` everything but numbers and booleans (`QUOTE_NONNUMERIC`). */
  readonly quoting?: "minimal" | "nonnumeric";
  /** pandas' `float_format`. Default: the shortest digits that read back as the same float. */
  readonly formatFloat?: (value: number) => string;
}

/** Types whose cells may be copied if they are already written as pandas prints them. */
const copiedKinds: ReadonlySet<CellKind> = new Set(["int64", "uint64", "float64"]);

/** Prints cells as pandas' `to_csv` does. */
export class CellPrinter {
  readonly delimiter: number;
  /**
   * Whether the table has a single column: then an empty cell is printed as `""`, because an empty line is not a row.
   */
  readonly #single: boolean;
  readonly #quoteAll: boolean;
  readonly #formatFloat: ((value: number) => string) | null;
  readonly #defaultFloats: boolean;
  #parser: NumberParser | null = null;
  #parsed: Buffer | null = null;

  constructor(columns: number, options: PrintOptions = {}, defaultFloats = false) {
    this.delimiter = options.delimiter === "\t" ? 9 : 44;
    this.#single = columns === 1;
    this.#quoteAll = options.quoting === "nonnumeric";
    this.#formatFloat = options.formatFloat ?? null;
    this.#defaultFloats = defaultFloats;
  }

  /** Whether cells of a file with this delimiter may be copied if they are already written as pandas prints them. */
  printsAsRead(delimiter: number): boolean {
    return delimiter === this.delimiter && !this.#quoteAll && this.#formatFloat === null;
  }

  /** Prints a cell of a file whose column has the given type. */
  source(out: ByteBuilder, kind: CellKind, bytes: Buffer, start: number, end: number): void {
    if (kind === "text" || kind === "raw-text") {
      if (kind === "text" && isMissing(bytes, start, end)) this.gap(out);
      else this.#textBytes(out, bytes, start, end);
      return;
    }
    if (
      this.#formatFloat === null &&
      copiedKinds.has(kind) &&
      isPrintedNumber(kind, bytes, start, end, !this.#defaultFloats)
    ) {
      out.copy(bytes, start, end);
      return;
    }
    if (this.#parsed !== bytes) {
      this.#parsed = bytes;
      this.#parser = new NumberParser(bytes);
    }
    const parser = this.#parser!;
    if (kind === "bool" || kind === "bool-with-gaps") {
      if (isMissing(bytes, start, end)) this.gap(out);
      else out.text((bytes[start]! | 32) === 116 ? "True" : "False");
      return;
    }
    if (kind === "float64") {
      if (isMissing(bytes, start, end)) this.gap(out);
      else this.number(out, kind, this.#float(parser, bytes, start, end));
      return;
    }
    if (kind === "uint64") parser.unsigned(start, end);
    else if (parser.integer(start, end) !== 0) {
      this.gap(out);
      return;
    }
    if (kind === "int64-with-gaps") {
      // Upstream: the smallest int64 is pandas' marker for a gap.
      if (parser.value === -(2 ** 63)) this.gap(out);
      else this.number(out, "float64", parser.value + 0);
      return;
    }
    out.text((parser.wide ?? parser.value + 0).toString());
  }

  #float(parser: NumberParser, bytes: Buffer, start: number, end: number): number {
    if (this.#defaultFloats) return parseDefaultFloat(bytes.toString("latin1", start, end)) ?? Number.NaN;
    parser.float(start, end);
    return parser.value;
  }

  /** Prints a cell of a column in memory. */
  column(out: ByteBuilder, column: Column, row: number): void {
    if (column.isGap(row)) this.gap(out);
    else if (column.kind === "text") this.#textBytes(out, column.cells.bytes, column.start(row), column.end(row));
    else if (column.wide !== null && column.kind !== "float64") out.text(column.wide[row]!.toString());
    else this.number(out, column.kind, column.values[row]!);
  }

  number(out: ByteBuilder, kind: CellKind, value: number): void {
    if (kind === "bool" || kind === "bool-with-gaps") out.text(value === 1 ? "True" : "False");
    else if (kind !== "float64") out.text(String(value));
    else out.text(this.#formatFloat === null ? formatPythonFloat(value) : this.#formatFloat(value));
  }

  text(out: ByteBuilder, value: string): void {
    const bytes = Buffer.from(value);
    this.#textBytes(out, bytes, 0, bytes.length);
  }

  gap(out: ByteBuilder): void {
    if (this.#quoteAll || this.#single) out.text('""');
  }

  #textBytes(out: ByteBuilder, bytes: Buffer, start: number, end: number): void {
    if (start === end && this.#single) {
      out.text('""');
      return;
    }
    if (!this.#quoteAll && !this.#needsQuotes(bytes, start, end)) {
      out.copy(bytes, start, end);
      return;
    }
    out.byte(34);
    for (let at = start; at < end; at += 1) {
      if (bytes[at] === 34) out.byte(34);
      out.byte(bytes[at]!);
    }
    out.byte(34);
  }

  /** Upstream: Python 3.11's csv module quotes cells with the delimiter, a quote or `\n`, but not with a lone `\r`. */
  #needsQuotes(bytes: Buffer, start: number, end: number): boolean {
    for (let at = start; at < end; at += 1) {
      const byte = bytes[at]!;
      if (byte <= 44 && (byte === this.delimiter || byte === 34 || byte === 10)) return true;
    }
    return false;
  }
}
