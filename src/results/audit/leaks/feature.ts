import { textAt } from "../../../frame/as-text.ts";
import type { Column } from "../../../frame/column.ts";
import { encode } from "./target.ts";

/** Something known about each row of the test set: a column, the place in a file, the size of an image. */
export interface Feature {
  readonly name: string;
  /** NaN for gaps; null if it is not a number. */
  readonly numbers: Float64Array | null;
  /** Values as text, numbered; a gap is a value. */
  readonly codes: Int32Array;
  readonly values: readonly string[];
}

/** A column's cells for rows of the answers; rows that the table does not have (-1) are gaps. */
export function featureOf(name: string, column: Column, rows: Int32Array): Feature {
  const texts = Array.from(rows, (row) => (row < 0 ? "nan" : textAt(column, row)));
  const numbers =
    column.kind === "text" ? null : Float64Array.from(rows, (row) => (row < 0 ? Number.NaN : column.values[row]!));
  const { codes, classes } = encode(texts);
  return { name, numbers, codes, values: classes };
}

/** A feature of numbers. */
export function numericFeature(name: string, numbers: Float64Array): Feature {
  const { codes, classes } = encode(Array.from(numbers, String));
  return { name, numbers, codes, values: classes };
}

/** A feature of texts; null is a gap. */
export function textFeature(name: string, texts: readonly (string | null)[]): Feature {
  const { codes, classes } = encode(texts.map((text) => text ?? "nan"));
  return { name, numbers: null, codes, values: classes };
}
