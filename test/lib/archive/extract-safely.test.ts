import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { ArchiveError } from "../../../src/lib/archive/archive-error.ts";
import { extractZip } from "../../../src/lib/archive/extract-zip.ts";
import { archiveFolders } from "./archive-folders.ts";
import { type RawEntry, rawZip } from "./raw-zip.ts";
import { namesIn, readTree } from "./tree.ts";

const write = archiveFolders();

const good: RawEntry = { name: "good.txt", content: "good" };

describe("the target directory", () => {
  test("is refused if it is not empty, and stays as it was", async () => {
    const { archive, target } = write(rawZip([good]));
    mkdirSync(target);
    writeFileSync(path.join(target, "mine.txt"), "mine");
    await expect(extractZip(archive, target)).rejects.toMatchObject({ code: "archive-occupied" });
    expect(await readTree(target)).toEqual({ "mine.txt": "mine" });
  });

  test("may be empty, or in folders that do not exist yet", async () => {
    const { archive, target } = write(rawZip([good]));
    mkdirSync(target);
    await extractZip(archive, target);
    await extractZip(archive, path.join(target, "..", "x", "y"));
    expect(await readTree(target)).toEqual({ "good.txt": "good" });
  });

  test("leaves no new parent folders after a refusal", async () => {
    const { archive, folder } = write(rawZip([{ name: "changed", content: "x", crc: 1 }]));
    await expect(extractZip(archive, path.join(folder, "x", "y", "z"))).rejects.toThrow(ArchiveError);
    expect(namesIn(folder)).toEqual(["archive.zip"]);
  });

  test("can be merged: files of the same name are replaced, the rest stays", async () => {
    const { archive, folder, target } = write(
      rawZip([good, { name: "sub/new.txt", content: "new" }, { name: "other/x", content: "x" }]),
    );
    mkdirSync(path.join(target, "sub"), { recursive: true });
    writeFileSync(path.join(target, "sub", "mine.txt"), "mine");
    writeFileSync(path.join(target, "good.txt"), "old");
    await extractZip(archive, target, { existing: "merge" });
    expect(await readTree(target)).toEqual({
      "good.txt": "good",
      "other/": null,
      "other/x": "x",
      "sub/": null,
      "sub/mine.txt": "mine",
      "sub/new.txt": "new",
    });
    expect(namesIn(folder)).toEqual(["archive.zip", "out"]);
  });

  test("is never merged through a link in it", async () => {
    const { archive, folder, target } = write(
      rawZip([
        { name: "a.txt", content: "a" },
        { name: "sub/evil.txt", content: "evil" },
      ]),
    );
    mkdirSync(path.join(folder, "elsewhere"));
    mkdirSync(target);
    symlinkSync(path.join(folder, "elsewhere"), path.join(target, "sub"));
    await expect(extractZip(archive, target, { existing: "merge" })).rejects.toMatchObject({
      code: "archive-occupied",
      entry: "sub",
    });
    expect(namesIn(path.join(folder, "elsewhere"))).toEqual([]);
    expect(existsSync(path.join(target, "a.txt"))).toBe(false);
    expect(namesIn(folder)).toEqual(["archive.zip", "elsewhere", "out"]);
  });

  test("may itself be a link to another disk", async () => {
    const { archive, folder, target } = write(rawZip([good]));
    mkdirSync(path.join(folder, "disk"));
    symlinkSync(path.join(folder, "disk"), target);
    await extractZip(archive, target);
    expect(await readTree(path.join(folder, "disk"))).toEqual({ "good.txt": "good" });
  });
});
