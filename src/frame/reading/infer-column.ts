import { type CellIndex, type Column, NumberColumn, TextColumn } from "../column.ts";
import { isMissing } from "./missing-values.ts";
import { NumberParser, notANumber, overflow, startsWithMinus } from "./number-parser.ts";
import { parseBoolean } from "./parse-boolean.ts";

/**
 * Types a column as pandas' C reader does with `float_precision="round_trip"`, trying in order: int64 (uint64 if a
 * value needs it), float64, bool, text. A gap turns integers into floats, and booleans into an object column.
 */
export function inferColumn(name: string, cells: CellIndex, position: number, rows: number): Column {
  // Upstream: pandas gives a column without rows the type object.
  if (rows === 0) return new TextColumn(name, cells, position, 0, null);
  return inferTyped(name, cells, position, rows) ?? textColumn(name, cells, position, rows);
}

/** As `inferColumn`, but null for a column that is plain text. */
export function inferTyped(name: string, cells: CellIndex, position: number, rows: number): Column | null {
  return inferNumbers(name, cells, position, rows) ?? inferBooleans(name, cells, position, rows);
}

/** The column as text, whatever its cells, with pandas' gaps: `dtype=str`. */
export function textColumn(name: string, cells: CellIndex, position: number, rows: number): TextColumn {
  let gaps: Uint8Array | null = null;
  for (let row = 0; row < rows; row += 1) {
    const cell = row * cells.stride + position;
    if (isMissing(cells.bytes, cells.starts[cell]!, cells.ends[cell]!)) {
      gaps ??= new Uint8Array(rows);
      gaps[row] = 1;
    }
  }
  return new TextColumn(name, cells, position, rows, gaps);
}

function inferNumbers(name: string, cells: CellIndex, position: number, rows: number): Column | null {
  const { bytes, starts, ends, stride } = cells;
  const parser = new NumberParser(bytes);
  const values = new Float64Array(rows);
  let wide: BigInt64Array | null = null;
  let integers = true;
  let gaps = 0;

  for (let row = 0; row < rows; row += 1) {
    const cell = row * stride + position;
    const start = starts[cell]!;
    const end = ends[cell]!;
    let outcome = integers ? parser.integer(start, end) : parser.float(start, end);
    if (outcome !== 0 && isMissing(bytes, start, end)) {
      values[row] = Number.NaN;
      gaps += 1;
      continue;
    }
    if (outcome === overflow) return inferUnsigned(name, cells, position, rows);
    if (outcome === notANumber && integers) {
      integers = false;
      wide = null;
      outcome = parser.float(start, end);
    }
    if (outcome !== 0) return null;
    values[row] = parser.value;
    if (integers && parser.wide !== null) {
      wide ??= BigInt64Array.from(values, (value) => (Number.isNaN(value) ? 0n : BigInt(value)));
      wide[row] = parser.wide;
    } else if (wide !== null) wide[row] = BigInt(parser.value);
  }
  if (integers) settleIntegers(values, gaps > 0);
  if (integers && gaps === 0) return new NumberColumn(name, "int64", values, wide);
  return new NumberColumn(name, "float64", values);
}

/** Removes the sign of zero. Upstream: the smallest int64 is pandas' marker for a gap, so with gaps it becomes one. */
export function settleIntegers(values: Float64Array, gaps: boolean): void {
  for (let row = 0; row < values.length; row += 1) {
    if (values[row] === 0) values[row] = 0;
    else if (gaps && values[row] === -(2 ** 63)) values[row] = Number.NaN;
  }
}

/** After an int64 overflow pandas tries uint64 for the whole column, and if that fails, text. */
function inferUnsigned(name: string, cells: CellIndex, position: number, rows: number): Column | null {
  const { bytes, starts, ends, stride } = cells;
  const parser = new NumberParser(bytes);
  const values = new Float64Array(rows);
  const wide = new BigUint64Array(rows);
  let negative = false;
  let gap = false;
  let large = false;

  for (let row = 0; row < rows; row += 1) {
    const cell = row * stride + position;
    const start = starts[cell]!;
    const end = ends[cell]!;
    if (isMissing(bytes, start, end)) {
      gap = true;
      continue;
    }
    if (startsWithMinus(bytes, start, end)) {
      negative = true;
      continue;
    }
    const outcome = parser.unsigned(start, end);
    if (outcome === overflow) return textColumn(name, cells, position, rows);
    // If a fraction follows later in the column, pandas reads the whole column as floats.
    if (outcome === notANumber) return inferFloats(name, cells, position, rows);
    values[row] = parser.value;
    wide[row] = parser.wide!;
    if (parser.wide! > 0x7fff_ffff_ffff_ffffn) large = true;
  }
  // Upstream: pandas keeps such a column as written, so that even empty cells are text and not gaps.
  if (large && (negative || gap)) return new TextColumn(name, cells, position, rows, null);
  if (negative) return textColumn(name, cells, position, rows);
  return new NumberColumn(name, "uint64", values, wide);
}

function inferFloats(name: string, cells: CellIndex, position: number, rows: number): Column | null {
  const { bytes, starts, ends, stride } = cells;
  const parser = new NumberParser(bytes);
  const values = new Float64Array(rows);
  for (let row = 0; row < rows; row += 1) {
    const cell = row * stride + position;
    const start = starts[cell]!;
    const end = ends[cell]!;
    if (parser.float(start, end) === 0) values[row] = parser.value;
    else if (isMissing(bytes, start, end)) values[row] = Number.NaN;
    else return null;
  }
  return new NumberColumn(name, "float64", values);
}

function inferBooleans(name: string, cells: CellIndex, position: number, rows: number): Column | null {
  const { bytes, starts, ends, stride } = cells;
  const values = new Float64Array(rows);
  let gaps = false;
  for (let row = 0; row < rows; row += 1) {
    const cell = row * stride + position;
    const start = starts[cell]!;
    const end = ends[cell]!;
    const value = parseBoolean(bytes, start, end);
    if (value !== null) values[row] = value;
    else if (isMissing(bytes, start, end)) {
      values[row] = Number.NaN;
      gaps = true;
    } else return null;
  }
  return new NumberColumn(name, gaps ? "bool-with-gaps" : "bool", values);
}
