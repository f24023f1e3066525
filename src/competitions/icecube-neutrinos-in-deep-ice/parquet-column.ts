import { type Column, NumberColumn, TextColumn } from "../../frame/column.ts";
import type { ParquetArray } from "../../lib/formats/parquet/parquet-array.ts";

/** A column of a table, made of the pieces of a parquet column, as pandas would print it. Takes at least one piece. */
export function parquetColumn(name: string, pieces: readonly ParquetArray[]): Column {
  const [first] = pieces;
  if (Array.isArray(first)) return otherColumn(name, pieces.flat());
  const values = new Float64Array(pieces.reduce((total, { length }) => total + length, 0));
  let at = 0;
  for (const piece of pieces) for (let row = 0; row < piece.length; row += 1) values[at++] = Number(piece[row]);
  if (first instanceof Float64Array) return new NumberColumn(name, "float64", values);
  if (first instanceof Float32Array) return new NumberColumn(name, "float64", values.map(shortestDouble));
  const kind = first instanceof BigUint64Array ? "uint64" : "int64";
  if (values.every(Number.isSafeInteger)) return new NumberColumn(name, kind, values);
  const exact = pieces.flatMap((piece) => Array.from(piece as BigInt64Array));
  const wide = kind === "uint64" ? BigUint64Array.from(exact) : BigInt64Array.from(exact);
  return new NumberColumn(name, kind, values, wide);
}

function otherColumn(name: string, values: readonly unknown[]): Column {
  const present = values.filter((value) => value !== null);
  if (present.length === 0 || !present.every((value) => typeof value === "boolean")) {
    return TextColumn.from(
      name,
      values.map((value) => (value === null ? null : String(value))),
    );
  }
  const numbers = Float64Array.from(values, (value) => (value === null ? Number.NaN : Number(value)));
  return new NumberColumn(name, present.length < values.length ? "bool-with-gaps" : "bool", numbers);
}

/** The double with the shortest print among those that round to this single-precision number. */
function shortestDouble(value: number): number {
  for (let digits = 1; digits < 9; digits += 1) {
    const candidate = Number(value.toPrecision(digits));
    if (Math.fround(candidate) === value) return candidate;
  }
  return Number.isFinite(value) ? Number(value.toPrecision(9)) : value;
}
