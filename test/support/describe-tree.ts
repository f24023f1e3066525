import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asyncBufferFromFile, parquetReadObjects } from "hyparquet";
import { compressors } from "hyparquet-compressors";
import { NumberColumn, TextColumn } from "../../src/frame/column.ts";
import { TableView } from "../../src/frame/table-view.ts";
import { extractArchive } from "../../src/lib/archive/extract-archive.ts";
import { walkFiles } from "../../src/lib/files/walk.ts";
import { md5 } from "../../src/lib/hashing.ts";
import type { ExpectedFile } from "./golden-preparations.ts";

/** Describes every file below a folder in the shape of the expected one, so that the two can be compared. */
export async function describeTree(
  folder: string,
  expected: Readonly<Record<string, ExpectedFile>>,
): Promise<Record<string, ExpectedFile>> {
  const tree: Record<string, ExpectedFile> = {};
  for await (const { path, absolute } of walkFiles(folder)) tree[path] = await describe(absolute, expected[path]);
  return tree;
}

async function describe(file: string, expected: ExpectedFile | undefined): Promise<ExpectedFile> {
  if (expected !== undefined && "archive" in expected) return { archive: await archiveMembers(file) };
  if (expected !== undefined && "parquet_as_csv_md5" in expected)
    return { parquet_as_csv_md5: await parquetAsCsv(file) };
  const bytes = readFileSync(file);
  return { size: bytes.length, md5: md5(bytes) };
}

async function archiveMembers(file: string): Promise<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), "mlebench-members-"));
  try {
    await extractArchive(file, join(folder, "content"));
    const members: Record<string, string> = {};
    for await (const { path, absolute } of walkFiles(join(folder, "content")))
      members[path] = md5(readFileSync(absolute));
    return members;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The md5 of a parquet table printed as CSV: two writers may lay out the same table differently. */
async function parquetAsCsv(path: string): Promise<string> {
  const rows = await parquetReadObjects({ file: await asyncBufferFromFile(path), compressors });
  const names = Object.keys(rows[0] ?? {});
  const columns = names.map((name) => {
    const values = rows.map((row) => row[name] as unknown);
    const present = values.filter((value) => value !== null && value !== undefined);
    if (present.some((value) => typeof value === "string")) return TextColumn.from(name, values as (string | null)[]);
    const numbers = Float64Array.from(values, (value) => (value === null ? Number.NaN : Number(value)));
    const isBoolean = present.every((value) => typeof value === "boolean");
    const isInteger = present.every((value) => typeof value === "bigint" || Number.isInteger(value));
    return new NumberColumn(name, isBoolean ? "bool" : isInteger ? "int64" : "float64", numbers);
  });
  const folder = mkdtempSync(join(tmpdir(), "mlebench-parquet-"));
  try {
    TableView.of(columns).write(join(folder, "table.csv"));
    return md5(readFileSync(join(folder, "table.csv")));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
