import { isUtf8 } from "node:buffer";
import type { Frame } from "../../../frame/frame.ts";
import { parseCsv } from "../../../frame/read-csv.ts";
import { BenchError } from "../../../lib/errors.ts";
import { formatBytes } from "../../../lib/format-bytes.ts";
import { jsonFrame } from "./json-frame.ts";
import type { PublicFile } from "./public-files.ts";
import { sampleRows } from "./sample-rows.ts";

export interface ReadingLimits {
  /** Of a larger CSV file, a random share of the rows is read. */
  readonly bytes: number;
  /** Larger JSON files are not read: they must fit into memory as a whole. */
  readonly jsonBytes: number;
  readonly seed: number;
  /** Milliseconds since 1970. */
  readonly deadline: number;
}

export const tableExtensions: ReadonlySet<string> = new Set([".csv", ".tsv", ".json", ".jsonl"]);

/**
 * Reads a CSV, TSV or JSON table.
 *
 * @throws BenchError when it is damaged.
 */
export async function readTable(file: PublicFile): Promise<Frame> {
  return parseTable(file, await file.read());
}

/** A table, and whether rows were left out. */
export interface ShareOfTable {
  readonly table: Frame;
  readonly isSampled: boolean;
}

/**
 * Reads a table, or a random share of its rows if it is too large.
 *
 * @throws BenchError when it is damaged, or is JSON and too large.
 */
export async function readShareOfTable(file: PublicFile, limits: ReadingLimits): Promise<ShareOfTable> {
  const size = await file.size();
  const isJson = file.extension.startsWith(".json");
  if (isJson && size > limits.jsonBytes) {
    const most = formatBytes(limits.jsonBytes);
    throw new BenchError("large-table", `it has ${formatBytes(size)} of JSON, and at most ${most} are read`);
  }
  if (isJson || size <= limits.bytes) return { table: await readTable(file), isSampled: false };
  const rows = await sampleRows(file.pieces(), { ...limits, share: limits.bytes / size });
  return { table: parseTable(file, rows), isSampled: true };
}

function parseTable({ extension }: PublicFile, bytes: Buffer): Frame {
  if (extension.startsWith(".json")) return jsonFrame(bytes);
  // Bytes that are not UTF-8 are replaced: they do no harm in a table that is only learned from.
  const text = isUtf8(bytes) ? bytes : Buffer.from(bytes.toString("utf8"));
  return parseCsv(text, { delimiter: extension === ".tsv" ? "\t" : "," });
}
