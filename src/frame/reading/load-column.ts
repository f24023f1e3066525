import { parseDefaultFloat } from "../../lib/python/default-float-parser.ts";
import { type Column, NumberColumn, TextColumn } from "../column.ts";
import { ByteBuilder } from "../printing/byte-writer.ts";
import type { CsvFile } from "./csv-file.ts";
import { inferColumn, textColumn } from "./infer-column.ts";

/** Reads a column of a file into memory, with the type that it has in the file. */
export function loadColumn(file: CsvFile, position: number, name: string, defaultFloats: boolean): Column {
  const builder = new ByteBuilder();
  const starts = new Uint32Array(file.length);
  const ends = new Uint32Array(file.length);
  const cell = position + file.indexColumns;
  file.forEachRow((row, bytes, rowStarts, rowEnds, base) => {
    starts[row] = builder.length;
    builder.copy(bytes, rowStarts[base + cell]!, rowEnds[base + cell]!);
    ends[row] = builder.length;
  });
  const cells = { bytes: builder.bytes, starts, ends, stride: 1 };
  const kind = file.kind(position);
  if (kind === "text" || kind === null) return textColumn(name, cells, 0, file.length);
  if (kind === "raw-text") return new TextColumn(name, cells, 0, file.length, null);
  const column = inferColumn(name, cells, 0, file.length);
  if (column.kind === "text") return column;
  if (kind === "float64" && column.kind !== "float64") return new NumberColumn(name, "float64", column.values);
  if (!defaultFloats || column.kind !== "float64") return column;
  const values = Float64Array.from(column.values, (value, row) =>
    Number.isNaN(value) ? value : parseDefaultFloat(cells.bytes.toString("latin1", starts[row]!, ends[row]!))!,
  );
  return new NumberColumn(name, "float64", values);
}
