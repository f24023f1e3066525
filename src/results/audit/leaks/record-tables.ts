import { dirname } from "node:path";
import { recordsFrame } from "../../../agents/baseline/reading/json-frame.ts";
import { bsonElements, readBsonDocuments } from "../../../lib/formats/bson-documents.ts";
import { decodeExample } from "../../../lib/formats/tf-example.ts";
import { readTfRecords } from "../../../lib/formats/tfrecord.ts";
import { isTraining } from "./part-of-path.ts";
import type { AuditedFile } from "./public-files.ts";
import type { PublicTable } from "./public-tables.ts";

type Row = Readonly<Record<string, unknown>>;

/** More records of one folder are not read. */
const mostRecords = 200_000;
/** Longer texts and lists are content, such as images, not labels. */
const longest = 200;

/** What the records of a file hold besides media, by the file's ending. */
const readers: Readonly<Record<string, (path: string) => AsyncIterable<Row> | Iterable<Row>>> = {
  ".tfrec": tensorFlowRows,
  ".tfrecord": tensorFlowRows,
  ".bson": bsonRows,
  ".parquet": parquetRows,
};

/**
 * Tables from files of records (TFRecord, BSON, Parquet) that may be about the test set: one per folder and ending, since such
 * data comes in pieces.
 */
export async function readRecordTables(
  files: readonly AuditedFile[],
): Promise<{ readonly tables: readonly PublicTable[]; readonly notes: readonly string[] }> {
  const groups = new Map<string, AuditedFile[]>();
  for (const file of files.filter(({ absolute, extension }) => absolute !== null && extension in readers)) {
    if (isTraining(file.path)) continue;
    const pattern = `${dirname(file.path)}/*${file.extension}`.replace(/^\.\//, "");
    groups.set(pattern, [...(groups.get(pattern) ?? []), file]);
  }
  const tables: PublicTable[] = [];
  const notes: string[] = [];
  for (const [pattern, group] of groups) {
    try {
      const rows = await readRows(group);
      if (rows.length > 0) {
        const path = group.length === 1 ? group[0]!.path : pattern;
        tables.push({ path, frame: recordsFrame(rows), isSampled: rows.length >= mostRecords });
      }
    } catch (error) {
      notes.push(`public/${pattern} was left out: ${(error as Error).message}`);
    }
  }
  return { tables, notes };
}

async function readRows(files: readonly AuditedFile[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { absolute, extension } of files) {
    for await (const row of readers[extension]!(absolute!)) {
      rows.push(row);
      if (rows.length >= mostRecords) return rows;
    }
  }
  return rows;
}

async function* tensorFlowRows(path: string): AsyncGenerator<Row> {
  for await (const record of readTfRecords(path)) {
    const row: Record<string, unknown> = {};
    for (const [name, feature] of decodeExample(record)) {
      if (feature.kind === "empty" || feature.values.length !== 1) continue;
      const [value] = feature.values;
      if (typeof value === "object")
        row[name] = value.length > longest ? undefined : Buffer.from(value).toString("utf8");
      else row[name] = Number(value);
    }
    yield row;
  }
}

function* bsonRows(path: string): Generator<Row> {
  for (const document of readBsonDocuments(path)) {
    const row: Record<string, unknown> = {};
    for (const { type, name, value } of bsonElements(document)) {
      if (type === 0x10) row[name] = value.readInt32LE();
      else if (type === 0x12) row[name] = Number(value.readBigInt64LE());
      else if (type === 0x01) row[name] = value.readDoubleLE();
      else if (type === 0x02 && value.length <= longest) row[name] = value.toString("utf8", 4, value.length - 1);
    }
    yield row;
  }
}

async function* parquetRows(path: string): AsyncGenerator<Row> {
  // Loaded here: few competitions have such files.
  const { ParquetFile } = await import("../../../lib/formats/parquet/parquet-file.ts");
  const file = new ParquetFile(path);
  const names = file.columns.map(({ name }) => name);
  for (const batch of file.batches(names)) {
    for (let row = 0; row < (batch[0]?.length ?? 0); row += 1) {
      yield Object.fromEntries(names.map((name, place) => [name, plain(batch[place]![row])]));
    }
  }
}

const plain = (value: unknown): unknown => (typeof value === "bigint" ? Number(value) : value);
