import type { DecodedArray, SchemaElement } from "hyparquet";

/** The values of a parquet column: numbers in typed arrays, everything else in plain arrays with null for gaps. */
export type ParquetArray =
  | BigInt64Array
  | BigUint64Array
  | Int32Array
  | Uint32Array
  | Float32Array
  | Float64Array
  | unknown[];

/** A column of a parquet file: how it is stored, and whether it has gaps. */
export interface ParquetColumn {
  readonly name: string;
  readonly element: SchemaElement;
  readonly hasGaps: boolean;
}

/** An array for `length` rows of a column that suits its type. Integers with gaps become floats, as in pandas. */
export function emptyArray({ element, hasGaps }: ParquetColumn, length: number): ParquetArray {
  const { type } = element;
  const isPlain = element.converted_type === undefined && element.logical_type === undefined;
  const isInteger = (type === "INT32" || type === "INT64") && (isPlain || isIntegerType(element));
  if (type === "DOUBLE" || (isInteger && hasGaps)) return new Float64Array(length);
  if (type === "FLOAT") return new Float32Array(length);
  if (!isInteger) return new Array(length).fill(null);
  if (type === "INT64") return isUnsigned(element) ? new BigUint64Array(length) : new BigInt64Array(length);
  return isUnsigned(element) ? new Uint32Array(length) : new Int32Array(length);
}

/** Copies `source[from, to)` to position `at` of an array made by `emptyArray`. Among numbers, null becomes NaN. */
export function copyInto(target: ParquetArray, at: number, source: DecodedArray, from: number, to: number): void {
  if (!Array.isArray(target) && source.constructor === target.constructor) {
    (target as Float64Array).set((source as Float64Array).subarray(from, to), at);
    return;
  }
  const isFloat = target instanceof Float64Array || target instanceof Float32Array;
  for (let index = from; index < to; index += 1) {
    const value = source[index];
    (target as unknown[])[at + index - from] = isFloat ? (value === null ? Number.NaN : Number(value)) : value;
  }
}

/** Rows `from` to `to - 1`. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** The rows of some stretches, concatenated. */
export function pickStretches(values: ParquetArray, stretches: readonly Stretch[]): ParquetArray {
  const [first] = stretches;
  if (first === undefined) return values.slice(0, 0);
  if (stretches.length === 1 && first.to - first.from === values.length) return values;
  if (Array.isArray(values)) return stretches.flatMap(({ from, to }) => values.slice(from, to));
  const length = stretches.reduce((total, { from, to }) => total + to - from, 0);
  const rows: ParquetArray = new (values.constructor as Float64ArrayConstructor)(length);
  let at = 0;
  for (const { from, to } of stretches) {
    copyInto(rows, at, values, from, to);
    at += to - from;
  }
  return rows;
}

function isIntegerType({ converted_type: converted, logical_type: logical }: SchemaElement): boolean {
  return /^U?INT_/.test(converted ?? "") || logical?.type === "INTEGER";
}

function isUnsigned({ converted_type: converted, logical_type: logical }: SchemaElement): boolean {
  // Narrow unsigned integers arrive as signed ones, in which they fit.
  if (logical?.type === "INTEGER") return !logical.isSigned && logical.bitWidth >= 32;
  return converted === "UINT_32" || converted === "UINT_64";
}
