import { mkdirSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { extractArchive, listArchive } from "../../../src/lib/archive/extract-archive.ts";
import { writeSevenZip } from "../../../src/lib/archive/write-seven-zip.ts";
import { writeTar } from "../../../src/lib/archive/write-tar.ts";
import { writeZip } from "../../../src/lib/archive/write-zip.ts";
import { directorySources } from "../../support/directory-sources.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { readTree } from "./tree.ts";

const place = temporaryDirectory();

describe("an archive is recognised by its content", () => {
  test.each(["zip", "7z", "tar", "tar.gz"])("whatever its name: %s", async (format) => {
    mkdirSync(place(format, "tree", "sub"), { recursive: true });
    writeFileSync(place(format, "tree", "sub", "a.txt"), "text");
    const archive = place(format, "misleading.csv");
    const sources = directorySources(place(format, "tree"));
    if (format === "zip") await writeZip(archive, sources);
    else if (format === "7z") await writeSevenZip(archive, place(format, "tree"));
    else await writeTar(archive, sources, { gzip: format === "tar.gz" });
    expect((await listArchive(archive)).filter((entry) => entry.type === "file").map((entry) => entry.name)).toEqual([
      "sub/a.txt",
    ]);
    await extractArchive(archive, place(format, "out"));
    expect(await readTree(place(format, "out"))).toEqual({ "sub/": null, "sub/a.txt": "text" });
  });

  test.each([
    ["an empty file", Buffer.alloc(0), "empty file"],
    ["a table", Buffer.from("id,target\n1,2\n"), "file of another kind"],
    ["a page", Buffer.from("<!DOCTYPE html><html>"), "file of another kind"],
    ["a gzipped table", gzipSync("id,target\n1,2\n"), "gzip of a single file"],
    ["bzip2", Buffer.from("BZh91AY"), "bzip2 file"],
    ["rar", Buffer.from("Rar!\x1a\x07\x01\0", "latin1"), "rar file"],
  ])("and %s is not an archive", async (name, bytes, reason) => {
    const file = place(`${name}.zip`);
    writeFileSync(file, bytes);
    await expect(extractArchive(file, place("none"))).rejects.toMatchObject({ code: "archive-not-an-archive" });
    await expect(listArchive(file)).rejects.toThrow(reason);
  });
});
