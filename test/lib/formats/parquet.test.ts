import { parquetWriteFile } from "hyparquet-writer";
import { describe, expect, test } from "vitest";
import { pickStretches } from "../../../src/lib/formats/parquet/parquet-array.ts";
import { ParquetFile } from "../../../src/lib/formats/parquet/parquet-file.ts";
import { ParquetTableWriter } from "../../../src/lib/formats/parquet/parquet-writer.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const place = temporaryDirectory();

/** All rows of a file, one list per column. */
function readAll(path: string): Record<string, unknown[]> {
  const file = new ParquetFile(path);
  const names = file.columns.map(({ name }) => name);
  const columns: Record<string, unknown[]> = Object.fromEntries(names.map((name) => [name, []]));
  for (const batch of file.batches(names)) {
    for (const [position, values] of batch.entries()) columns[names[position]!]!.push(...(values as unknown[]));
  }
  return columns;
}

function copy(from: string, to: string): void {
  const file = new ParquetFile(from);
  const writer = new ParquetTableWriter(to, file.columns);
  for (const batch of file.batches(file.columns.map(({ name }) => name))) writer.add(batch);
  writer.close();
}

describe("a parquet file", () => {
  test("is read whatever its row groups, pages and dictionaries", () => {
    const rows = 5000;
    const columnData = [
      { name: "few", data: Array.from({ length: rows }, (_, row) => BigInt(row % 3)), type: "INT64" as const },
      { name: "many", data: BigInt64Array.from({ length: rows }, (_, row) => 2n ** 60n + BigInt(row)) },
      { name: "float", data: Float64Array.from({ length: rows }, (_, row) => row / 7) },
      { name: "text", data: Array.from({ length: rows }, (_, row) => (row % 5 === 0 ? null : `é${row}`)) },
    ];
    for (const codec of ["SNAPPY", "UNCOMPRESSED"] as const) {
      const filename = place(`${codec}.parquet`);
      parquetWriteFile({ filename, columnData, codec, rowGroupSize: [10, 1000], pageSize: 900 });
      const read = readAll(filename);
      for (const { name, data } of columnData) expect(read[name]).toEqual(Array.from(data as unknown[]));
    }
  });

  test("is the same after it was written batch by batch", () => {
    const columnData = [
      { name: "wide", data: BigInt64Array.of(-(2n ** 63n), 0n, 2n ** 63n - 1n) },
      { name: "narrow", data: Int32Array.of(-1, 0, 2 ** 31 - 1) },
      { name: "single", data: Float32Array.of(0.1, -0, Number.NaN) },
      { name: "flag", data: [true, false, null] },
      { name: "word", data: ["a", null, "🙂"] },
    ];
    parquetWriteFile({ filename: place("first.parquet"), columnData });
    copy(place("first.parquet"), place("second.parquet"));
    expect(readAll(place("second.parquet"))).toEqual(readAll(place("first.parquet")));
    const types = new ParquetFile(place("second.parquet")).columns.map(({ element }) => element.type);
    expect(types).toEqual(["INT64", "INT32", "FLOAT", "BOOLEAN", "BYTE_ARRAY"]);
  });

  test("has floats where integers have gaps, as pandas reads it", () => {
    parquetWriteFile({ filename: place("gaps.parquet"), columnData: [{ name: "n", data: [1n, null, 3n] }] });
    expect(readAll(place("gaps.parquet"))).toEqual({ n: [1, Number.NaN, 3] });
    copy(place("gaps.parquet"), place("floats.parquet"));
    expect(new ParquetFile(place("floats.parquet")).columns[0]!.element.type).toBe("DOUBLE");
  });

  test("is read without the columns of pandas' index", () => {
    const index = JSON.stringify({ index_columns: ["__index_level_0__", { kind: "range" }] });
    const columnData = ["n", "__index_level_0__"].map((name) => ({ name, data: Int32Array.of(1, 2) }));
    const kvMetadata = [{ key: "pandas", value: index }];
    parquetWriteFile({ filename: place("index.parquet"), columnData, kvMetadata });
    expect(readAll(place("index.parquet"))).toEqual({ n: [1, 2] });
  });

  test("names the column that is missing", () => {
    parquetWriteFile({ filename: place("one.parquet"), columnData: [{ name: "n", data: Int32Array.of(1) }] });
    expect(() => new ParquetFile(place("one.parquet")).batches(["m"]).next()).toThrow('no column "m"');
  });
});

test("stretches of rows are concatenated", () => {
  const stretches = [
    { from: 0, to: 1 },
    { from: 2, to: 4 },
  ];
  expect(pickStretches(BigInt64Array.of(5n, 6n, 7n, 8n), stretches)).toEqual(BigInt64Array.of(5n, 7n, 8n));
  expect(pickStretches(["a", null, "c", "d"], stretches)).toEqual(["a", "c", "d"]);
  expect(pickStretches(Float64Array.of(1, 2), [])).toEqual(new Float64Array(0));
});
