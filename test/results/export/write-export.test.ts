import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { ExportFile } from "../../../src/results/export/export-format.ts";
import { writeExport } from "../../../src/results/export/write-export.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const place = temporaryDirectory();
const textFile = (name: string, ...pieces: string[]): ExportFile => ({
  name,
  content: { kind: "text", pieces: () => pieces },
});
const failing: ExportFile = {
  name: "b.csv",
  content: {
    kind: "text",
    *pieces() {
      yield "half";
      throw new Error("The source is damaged.");
    },
  },
};

test("an export that fails leaves everything as it was", async () => {
  mkdirSync(place("kept"));
  writeFileSync(place("kept", "a.csv"), "old");
  const files = [textFile("a.csv", "new"), failing];
  await expect(writeExport({ files }, place("kept"), { force: true })).rejects.toThrow("damaged");
  expect(readdirSync(place("kept"))).toEqual(["a.csv"]);
  expect(readFileSync(place("kept", "a.csv"), "utf8")).toBe("old");
});

test("an export that fails does not leave a new folder behind", async () => {
  await expect(writeExport({ files: [failing] }, place("new", "folder"), { force: false })).rejects.toThrow("damaged");
  expect(existsSync(place("new"))).toBe(false);
});

test("files get into folders of their own, and their sizes are reported", async () => {
  const files = [textFile("one/a.csv", "é", "\n"), textFile("two/a.csv")];
  expect(await writeExport({ files }, place("nested"), { force: false })).toEqual([
    { path: place("nested", "one", "a.csv"), bytes: 3 },
    { path: place("nested", "two", "a.csv"), bytes: 0 },
  ]);
});

test("nothing is written when one of the files exists", async () => {
  const files = [textFile("c.csv", "new"), textFile("one/a.csv", "new")];
  await expect(writeExport({ files }, place("nested"), { force: false })).rejects.toThrow("one/a.csv exists already.");
  expect(readdirSync(place("nested"))).toEqual(["one", "two"]);
});
