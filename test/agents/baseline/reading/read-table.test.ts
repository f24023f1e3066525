import { expect, test } from "vitest";
import { readShareOfTable, readTable } from "../../../../src/agents/baseline/reading/read-table.ts";
import { sampleRows } from "../../../../src/agents/baseline/reading/sample-rows.ts";
import { asText } from "../../../../src/frame/as-text.ts";
import { parseCsv } from "../../../../src/frame/read-csv.ts";

const later = Date.now() + 600_000;
const rows = Array.from({ length: 2000 }, (_, row) => `${row},"line one\nline ""two"" of ${row}",${row % 3}`);
const table = Buffer.from(`id,text,y\n${rows.join("\n")}\n`);

/** The bytes in pieces of a size that cuts rows, quotes and line ends anywhere. */
async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

test("a share of the rows is kept whole, wherever the pieces are cut", async () => {
  const once = await sampleRows(inPieces(table, table.length), { share: 0.3, seed: 1, deadline: later });
  for (const size of [1, 7, 64, 1000]) {
    const again = await sampleRows(inPieces(table, size), { share: 0.3, seed: 1, deadline: later });
    expect(again.equals(once)).toBe(true);
  }
  const lines = new Set(rows);
  const kept = once
    .toString()
    .slice("id,text,y\n".length)
    .trimEnd()
    .split(/\n(?=\d)/);
  expect(kept.every((row) => lines.has(row))).toBe(true);
  expect(kept.length).toBeGreaterThan(500);
  expect(kept.length).toBeLessThan(700);
});

test("all rows are kept for a share of 1, also a last one without a line end", async () => {
  const bytes = table.subarray(0, -1);
  expect((await sampleRows(inPieces(bytes, 50), { share: 1, seed: 0, deadline: later })).equals(bytes)).toBe(true);
});

test("reading stops at the deadline with whole rows", async () => {
  const some = await sampleRows(inPieces(table, 5000), { share: 1, seed: 0, deadline: Date.now() - 1 });
  expect(parseCsv(some).names).toEqual(["id", "text", "y"]);
  expect(parseCsv(some).length).toBeLessThan(2000);
  expect(some.toString().endsWith("\n")).toBe(true);
});

test("a table beyond the limit is sampled, JSON beyond it is refused", async () => {
  const file = {
    path: "train.csv",
    extension: ".csv",
    size: async () => table.length,
    read: async () => table,
    pieces: () => inPieces(table, 4096),
  };
  const limits = { bytes: table.length / 4, jsonBytes: 10, seed: 0, deadline: later };
  const some = await readShareOfTable(file, limits);
  expect(some.isSampled).toBe(true);
  expect(some.table.length).toBeGreaterThan(400);
  expect(some.table.length).toBeLessThan(600);
  const all = await readShareOfTable(file, { ...limits, bytes: table.length });
  expect([all.isSampled, all.table.length]).toEqual([false, 2000]);
  await expect(readShareOfTable({ ...file, extension: ".json" }, limits)).rejects.toThrow("at most 10 B are read");
});

test("cells of a TSV file are separated by tabs", async () => {
  const bytes = Buffer.from('id\tphrase\n1\ta, b\n2\t"c\td"\n');
  const file = {
    path: "a.tsv",
    extension: ".tsv",
    size: async () => bytes.length,
    read: async () => bytes,
    pieces: () => inPieces(bytes, 9),
  };
  const phrases = (await readTable(file)).column("phrase");
  expect(asText(phrases)).toEqual(["a, b", "c\td"]);
});
