import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { textAt } from "../../src/frame/as-text.ts";
import type { Column } from "../../src/frame/column.ts";
import type { Frame } from "../../src/frame/frame.ts";

/** Name, dtype and cells of a column; a cell is a letter for its type (i, f, b, s) and Python's text of it. */
export type ColumnReading = [name: string, dtype: string, cells: string[]];

/** A small file and how pandas reads it; `error` where it refuses. */
export interface CsvReading {
  readonly name: string;
  readonly bytes: Buffer;
  readonly error?: string;
  readonly rows?: number;
  readonly columns?: readonly ColumnReading[];
}

type Packed = Omit<CsvReading, "bytes"> & { readonly text?: string; readonly base64?: string };

/** The readings that `scripts/golden-csv.py` recorded. */
export function csvReadings(): CsvReading[] {
  const file = new URL("../golden/csv/readings.json.gz", import.meta.url);
  const { cases }: { cases: Packed[] } = JSON.parse(gunzipSync(readFileSync(file)).toString());
  return cases.map(({ text, base64, ...rest }) => ({
    ...rest,
    bytes: text === undefined ? Buffer.from(base64!, "base64") : Buffer.from(text),
  }));
}

/** A table in the form of a recorded reading. */
export function describeFrame(frame: Frame): { rows: number; columns: ColumnReading[] } {
  return { rows: frame.length, columns: frame.names.map((name) => describeColumn(frame.column(name))) };
}

const letters = { text: "s", bool: "b", "bool-with-gaps": "b", float64: "f", int64: "i", uint64: "i" } as const;

function describeColumn(column: Column): ColumnReading {
  const dtype = column.kind === "text" || column.kind === "bool-with-gaps" ? "object" : column.kind;
  const cells = Array.from({ length: column.length }, (_, row) =>
    column.isGap(row) ? "fnan" : letters[column.kind] + textAt(column, row),
  );
  return [column.name, dtype, cells];
}
