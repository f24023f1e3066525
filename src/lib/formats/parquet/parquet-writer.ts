import type { SchemaElement } from "hyparquet";
import { fileWriter, ParquetWriter } from "hyparquet-writer";
import { copyInto, emptyArray, type ParquetArray, type ParquetColumn } from "./parquet-array.ts";

/** The number of rows in a row group. */
const groupRows = 1 << 20;

/** Writes a parquet file with snappy compression, a row group at a time. */
export class ParquetTableWriter {
  readonly #columns: readonly ParquetColumn[];
  readonly #writer: ParquetWriter;
  #pending: (readonly ParquetArray[])[] = [];
  #rows = 0;

  constructor(path: string, columns: readonly ParquetColumn[]) {
    this.#columns = columns;
    const schema = [{ name: "schema", num_children: columns.length }, ...columns.map(storedElement)];
    this.#writer = new ParquetWriter({ writer: fileWriter(path), schema });
  }

  /** Adds rows: one array per column, all of the same length. Do not change them afterwards. */
  add(arrays: readonly ParquetArray[]): void {
    const rows = arrays[0]?.length ?? 0;
    if (rows === 0) return;
    this.#pending.push(arrays);
    this.#rows += rows;
    if (this.#rows >= groupRows) this.#flush();
  }

  close(): void {
    if (this.#rows > 0) this.#flush();
    this.#writer.finish();
  }

  #flush(): void {
    const columnData = this.#columns.map((column, position) => {
      const data = emptyArray(column, this.#rows);
      let at = 0;
      for (const arrays of this.#pending) {
        const piece = arrays[position]!;
        copyInto(data, at, piece, 0, piece.length);
        at += piece.length;
      }
      return { name: column.name, data };
    });
    this.#writer.write({ columnData, rowGroupSize: this.#rows });
    this.#pending = [];
    this.#rows = 0;
  }
}

/** How a column is stored: as required if it has no gaps; integers with gaps as floats, as pandas reads them. */
function storedElement(column: ParquetColumn): SchemaElement {
  const { name, element, hasGaps } = column;
  const array = emptyArray(column, 0);
  if (array instanceof Float64Array) return { name, type: "DOUBLE", repetition_type: "REQUIRED" };
  const stored: SchemaElement = {
    ...element,
    repetition_type: hasGaps && Array.isArray(array) ? "OPTIONAL" : "REQUIRED",
  };
  if (element.logical_type?.type === "INTEGER") {
    // Other readers refuse the integer width that the writer stores; the older annotation means the same.
    const { bitWidth, isSigned } = element.logical_type;
    stored.converted_type = `${isSigned ? "INT" : "UINT"}_${bitWidth as 8 | 16 | 32 | 64}`;
    delete stored.logical_type;
  }
  return stored;
}
