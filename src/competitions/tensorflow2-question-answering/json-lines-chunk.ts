import { isUtf8 } from "node:buffer";
import { pythonText } from "../../frame/json/json-column.ts";
import { readDouble, readJsonColumn } from "../../frame/json/read-json-column.ts";
import type { ByteBuilder } from "../../frame/printing/byte-writer.ts";
import { BenchError } from "../../lib/errors.ts";
import { closeBrace, colon, comma, openBrace, openBracket, quote, skipBlanks } from "../../lib/json/json-bytes.ts";
import { JsonParser } from "../../lib/json/json-parser.ts";
import type { JsonValue } from "../../lib/json/json-value.ts";
import { parseUjsonNumber } from "../../lib/json/parse-ujson-number.ts";
import { printUjson } from "../../lib/json/print-ujson.ts";
import { quoteUjsonText } from "../../lib/json/quote-ujson-text.ts";
import { UjsonRewriter } from "../../lib/json/ujson-rewriter.ts";

const lineFeed = 0x0a;

/** A column of a chunk: the text of its cells in the rewriter's output, from `starts` to `ends`. */
interface ChunkColumn {
  readonly starts: number[];
  readonly ends: number[];
  /** The values of the cells while pandas could read all of them as numbers; null once it could not. */
  values: JsonValue[] | null;
  /** Printed in place of the text of the cells. */
  printed: readonly string[] | null;
}

/**
 * Lines of a JSON-lines file as one table of `pandas.read_json(lines=True, chunksize=...)`. Stores cells as the text that
 * `to_json` prints, and makes values only of those that pandas might convert to numbers.
 */
export class JsonLinesChunk {
  readonly #columns = new Map<string, ChunkColumn>();
  readonly #rewriter = new UjsonRewriter();
  readonly #parser = new JsonParser({ parseNumber: parseUjsonNumber });
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** The names of the columns, in order of first appearance. */
  get names(): string[] {
    return Array.from(this.#columns.keys());
  }

  /** Drops all lines, to start the next chunk. */
  clear(): void {
    this.#length = 0;
    this.#columns.clear();
    this.#rewriter.length = 0;
  }

  /** Adds the record from `start` to `end` of the bytes. Skips a blank line. */
  add(bytes: Buffer, start: number, end: number): void {
    let at = skipBlanks(bytes, start, end);
    if (at === end) return;
    if (!isUtf8(bytes.subarray(at, end))) throw malformed("it is not UTF-8");
    if (bytes[at] !== openBrace) throw malformed("it is not an object");
    do {
      at = skipBlanks(bytes, at + 1, end);
      if (bytes[at] === closeBrace) break;
      at = this.#addCell(bytes, at, end);
    } while (bytes[at] === comma);
    if (bytes[at] !== closeBrace || skipBlanks(bytes, at + 1, end) < end) throw malformed("its end is amiss");
    this.#length += 1;
  }

  /** Types the columns. Call it after the last line. */
  finish(): void {
    for (const column of this.#columns.values()) {
      if (column.values === null) continue;
      const values = Array.from({ length: this.#length }, (_, row) => column.values![row]);
      column.values = [...readJsonColumn(values.map((value) => (value === undefined ? Number.NaN : value)))];
      column.printed = column.values.map(printUjson);
    }
  }

  /** Turns a column into text, as `astype(str)` does, and returns it. */
  convertToText(name: string): string[] {
    const column = this.#column(name);
    const texts = Array.from({ length: this.#length }, (_, row) => {
      if (column.starts[row] === undefined) return "nan";
      const value = column.values === null ? this.cell(name, row) : column.values[row]!;
      return pythonText(value);
    });
    column.printed = texts.map(quoteUjsonText);
    return texts;
  }

  /** A cell's value. */
  cell(name: string, row: number): JsonValue {
    const { starts, ends } = this.#column(name);
    return this.#parser.parse(this.#rewriter.output, starts[row]!, ends[row]!);
  }

  /** Prints some columns of a row as `to_json(orient="records", lines=True)` does. */
  print(out: ByteBuilder, row: number, names: readonly string[]): void {
    for (const [index, name] of names.entries()) {
      const { starts, ends, printed } = this.#column(name);
      out.text(`${index === 0 ? "{" : ","}${quoteUjsonText(name)}:`);
      if (printed !== null) out.text(printed[row]!);
      else if (starts[row] === undefined) out.text("null");
      else out.copy(this.#rewriter.output, starts[row]!, ends[row]!);
    }
    out.byte(closeBrace);
    out.byte(lineFeed);
  }

  #column(name: string): ChunkColumn {
    const column = this.#columns.get(name);
    if (column === undefined) throw new BenchError("malformed-json", `No line has "${name}". Found: ${this.names}.`);
    return column;
  }

  /** Reads a key and its value and returns the position after them. */
  #addCell(bytes: Buffer, start: number, end: number): number {
    const rewriter = this.#rewriter;
    const { length } = rewriter;
    if (bytes[start] !== quote) throw malformed("a key is missing");
    const keyEnd = skipBlanks(bytes, rewriter.value(bytes, start, end), end);
    if (bytes[keyEnd] !== colon) throw malformed("a key has no value");
    const name = this.#parser.parse(rewriter.output, length, rewriter.length) as string;
    rewriter.length = length;
    const valueStart = skipBlanks(bytes, keyEnd + 1, end);
    const valueEnd = rewriter.value(bytes, valueStart, end);

    let column = this.#columns.get(name);
    if (column === undefined) {
      column = { starts: [], ends: [], values: [], printed: null };
      this.#columns.set(name, column);
    }
    column.starts[this.#length] = length;
    column.ends[this.#length] = rewriter.length;
    if (column.values !== null) {
      const value = this.#readScalar(bytes, valueStart, valueEnd, length);
      if (value === undefined) column.values = null;
      else column.values[this.#length] = value;
    }
    return skipBlanks(bytes, valueEnd, end);
  }

  /** The value of a cell that pandas might read as a number; undefined if it cannot. */
  #readScalar(bytes: Buffer, start: number, end: number, outputStart: number): JsonValue | undefined {
    if (bytes[start] === openBrace || bytes[start] === openBracket) return undefined;
    const value =
      bytes[start] === quote
        ? this.#parser.parse(this.#rewriter.output, outputStart, this.#rewriter.length)
        : this.#parser.parse(bytes, start, end);
    return readDouble(value) === null ? undefined : value;
  }
}

function malformed(problem: string): BenchError {
  return new BenchError("malformed-json", `A line is not a JSON record: ${problem}.`);
}
