import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { extractZip } from "../../../src/lib/archive/extract-zip.ts";
import { listZip } from "../../../src/lib/archive/list-zip.ts";
import { writeZip } from "../../../src/lib/archive/write-zip.ts";
import { length, readUint64 } from "../../../src/lib/archive/zip-format.ts";
import { directoryRecord, dosTime, endRecords, localHeader } from "../../../src/lib/archive/zip-headers.ts";
import { ZipReader } from "../../../src/lib/archive/zip-reader.ts";
import { parseZipRecord } from "../../../src/lib/archive/zip-record.ts";
import { directorySources } from "../../support/directory-sources.ts";
import { requireProgram } from "../../support/system-programs.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { namesIn, readTree } from "./tree.ts";

const place = temporaryDirectory();

function makeTree(name: string): string {
  const root = place(name);
  mkdirSync(path.join(root, "sub", "empty"), { recursive: true });
  writeFileSync(path.join(root, "sub", "größe.csv"), "a,b\n1,2\n".repeat(1000));
  writeFileSync(path.join(root, "zero"), "");
  writeFileSync(path.join(root, "large.bin"), Buffer.alloc(17 * 2 ** 20, "0123456789"));
  return root;
}

describe("writing a zip file", () => {
  test.each(["deflate", "stored"] as const)("yields the same tree with method %s", async (method) => {
    const root = makeTree(method);
    const archive = place(`${method}.zip`);
    expect(await writeZip(archive, directorySources(root), { method })).toBe(5);
    await extractZip(archive, place(`${method}-out`));
    expect(await readTree(place(`${method}-out`))).toEqual(await readTree(root));
    const methods = new Set((await listZip(archive)).filter((entry) => entry.size > 0).map((entry) => entry.method));
    expect([...methods]).toEqual([method === "stored" ? 0 : 8]);
  });

  test("is deterministic, in the given order, and dated 1980 by default", async () => {
    const sources = [
      { name: "b.txt", content: Buffer.from("b") },
      { name: "a/", content: null },
      { name: "a/c.txt", content: Buffer.from("c".repeat(5000)) },
    ];
    await writeZip(place("one.zip"), sources);
    await writeZip(place("two.zip"), sources);
    const bytes = readFileSync(place("one.zip"));
    expect(bytes.equals(readFileSync(place("two.zip")))).toBe(true);
    expect((await listZip(place("one.zip"))).map((entry) => entry.name)).toEqual(["b.txt", "a/", "a/c.txt"]);
    expect(bytes.readUInt32LE(10)).toBe(0x0021_0000);
    await writeZip(place("dated.zip"), sources, { modified: new Date("2024-02-29T13:37:42Z") });
    expect(readFileSync(place("dated.zip")).readUInt32LE(10)).toBe(dosTime(new Date("2024-02-29T13:37:42Z")));
  });

  test("can be read entry by entry", async () => {
    await writeZip(place("read.zip"), directorySources(makeTree("read")));
    const reader = await ZipReader.open(place("read.zip"));
    const entry = reader.entries.find((candidate) => candidate.name === "sub/größe.csv")!;
    expect((await reader.read(entry)).toString()).toBe("a,b\n1,2\n".repeat(1000));
    const pieces: Buffer[] = [];
    for await (const piece of reader.pieces(entry)) pieces.push(piece);
    expect(Buffer.concat(pieces).toString()).toBe("a,b\n1,2\n".repeat(1000));
    await reader.close();
  });

  test.each(["../a", "/a", "a\\b", "C:a"])("refuses the name %j and leaves nothing behind", async (name) => {
    mkdirSync(place("refused"), { recursive: true });
    const writing = writeZip(place("refused", "a.zip"), [{ name, content: Buffer.from("x") }]);
    await expect(writing).rejects.toMatchObject({ code: "archive-unsafe-name" });
    expect(namesIn(place("refused"))).toEqual([]);
  });

  test("refuses a repeated name and a missing file", async () => {
    const twice = [1, 2].map(() => ({ name: "a", content: Buffer.from("x") }));
    await expect(writeZip(place("twice.zip"), twice)).rejects.toMatchObject({ code: "archive-duplicate" });
    const missing = [{ name: "a", content: { file: place("nowhere") } }];
    await expect(writeZip(place("missing.zip"), missing)).rejects.toMatchObject({ code: "ENOENT" });
  });

  test("keeps the old file if it fails", async () => {
    await writeZip(place("kept.zip"), [{ name: "a", content: Buffer.from("old") }]);
    const before = readFileSync(place("kept.zip"));
    const failing = [
      { name: "b", content: Buffer.from("new") },
      { name: "../c", content: null },
    ];
    await expect(writeZip(place("kept.zip"), failing)).rejects.toThrow();
    expect(readFileSync(place("kept.zip")).equals(before)).toBe(true);
  });

  test.skipIf(requireProgram("python3", "python3") === null)("passes the test of Python's zipfile", async () => {
    await writeZip(place("python.zip"), directorySources(makeTree("python")));
    const script = `
import sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
assert archive.testzip() is None
print([(i.filename, i.file_size, i.date_time[:3], oct(i.external_attr >> 16)) for i in archive.infolist()])`;
    const output = execFileSync("python3", ["-c", script, place("python.zip")], { encoding: "utf8" });
    expect(output.trim()).toBe(
      "[('large.bin', 17825792, (1980, 1, 1), '0o100644'), ('sub/', 0, (1980, 1, 1), '0o40755'), " +
        "('sub/empty/', 0, (1980, 1, 1), '0o40755'), ('sub/größe.csv', 8000, (1980, 1, 1), '0o100644'), " +
        "('zero', 0, (1980, 1, 1), '0o100644')]",
    );
  });
});

describe("the 64-bit form", () => {
  test("is used beyond 65535 entries", async () => {
    const names = Array.from({ length: 70_000 }, (_, i) => ({ name: `${i}.txt`, content: Buffer.from(`${i % 10}`) }));
    await writeZip(place("many.zip"), names, { method: "stored" });
    const entries = await listZip(place("many.zip"));
    expect(entries.length).toBe(70_000);
    expect(entries[69_999]!.name).toBe("69999.txt");
    const reader = await ZipReader.open(place("many.zip"));
    expect((await reader.read(reader.entries[69_999]!)).toString()).toBe("9");
    await reader.close();
  });

  test("states sizes and offsets beyond 4 GB", () => {
    const entry = {
      name: Buffer.from("huge.bin"),
      directory: false,
      method: 8,
      crc32: 0x12345678,
      size: 5 * 2 ** 32 + 7,
      compressedSize: 2 ** 32 + 3,
      offset: 9 * 2 ** 32 + 1,
      wide: true,
      modified: 0,
    };
    expect(parseZipRecord(directoryRecord(entry), 0, 0, "test")).toMatchObject({
      name: "huge.bin",
      size: entry.size,
      compressedSize: entry.compressedSize,
      offset: entry.offset,
    });
    const onlyOffset = { ...entry, size: 10, compressedSize: 5, wide: false };
    expect(parseZipRecord(directoryRecord(onlyOffset), 0, 0, "test")).toMatchObject({ size: 10, offset: entry.offset });
    const local = localHeader(entry);
    expect(readUint64(local, length.localHeader + 8 + 4)).toBe(entry.size);
    expect(readUint64(local, length.localHeader + 8 + 12)).toBe(entry.compressedSize);
    expect(readUint64(endRecords(3, entry.offset, 100), 48)).toBe(entry.offset);
  });

  test("is not used unless necessary", () => {
    expect(endRecords(65_534, 1000, 100).length).toBe(length.end);
    expect(endRecords(65_535, 1000, 100).length).toBe(length.end + length.end64 + length.end64Locator);
  });
});

test("a time outside the format's range becomes its first or last moment", () => {
  expect(dosTime(new Date("1970-01-01"))).toBe(0x0021_0000);
  expect(dosTime(new Date("2300-01-01"))).toBe(dosTime(new Date("2107-12-31T23:59:58Z")));
});
