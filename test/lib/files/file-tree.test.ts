import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { copyTree, hashTree } from "../../../src/lib/files/file-tree.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const place = temporaryDirectory();
const limits = { bytes: 1000, entries: 20, advice: "Make it smaller." };
const hash = async (folder: string): Promise<string> => (await hashTree(folder, limits)).sha256;

function makeTree(name: string): string {
  const folder = place(name);
  mkdirSync(join(folder, "inner", "empty"), { recursive: true });
  writeFileSync(join(folder, "inner", "main.sh"), "echo\n", { mode: 0o755 });
  writeFileSync(join(folder, "words"), "words\n", { mode: 0o640 });
  symlinkSync("inner/main.sh", join(folder, "start"));
  symlinkSync("/nowhere", join(folder, "dangling"));
  chmodSync(join(folder, "inner", "empty"), 0o555);
  return folder;
}

test("a copy has the same hash, permissions and links", async () => {
  const folder = makeTree("original");
  const copy = place("copy");
  await copyTree(folder, copy, limits);
  expect(await hash(copy)).toBe(await hash(folder));
  for (const name of ["words", "inner/main.sh", "inner/empty"]) {
    expect(lstatSync(join(copy, name)).mode).toBe(lstatSync(join(folder, name)).mode);
  }
  expect(readlinkSync(join(copy, "dangling"))).toBe("/nowhere");
});

test.each<[string, (folder: string) => void]>([
  ["the content of a file", (folder) => writeFileSync(join(folder, "words"), "Words\n")],
  ["the name of a file", (folder) => renameSync(join(folder, "words"), join(folder, "text"))],
  ["whether a file is executable", (folder) => chmodSync(join(folder, "words"), 0o750)],
  ["an empty folder", (folder) => mkdirSync(join(folder, "other"))],
  [
    "the target of a link",
    (folder) => {
      rmSync(join(folder, "start"));
      symlinkSync("words", join(folder, "start"));
    },
  ],
])("the hash depends on %s", async (name, change) => {
  const folder = makeTree(name.replaceAll(" ", "-"));
  const before = await hash(folder);
  change(folder);
  expect(await hash(folder)).not.toBe(before);
});

test("the hash does not depend on the folder's own name, times, git's files or compiled Python", async () => {
  const folder = makeTree("moved-away");
  const before = await hash(folder);
  mkdirSync(join(folder, ".git"));
  writeFileSync(join(folder, ".git", "index"), "1");
  mkdirSync(join(folder, "inner", "__pycache__"));
  writeFileSync(join(folder, "inner", "__pycache__", "main.pyc"), "1");
  utimesSync(join(folder, "words"), 1, 1);
  renameSync(folder, place("moved"));
  expect(await hash(place("moved"))).toBe(before);
});

test("a tree that is too large, or cannot be read, is refused by name", async () => {
  const folder = makeTree("large");
  writeFileSync(join(folder, "data"), "x".repeat(1000));
  await expect(hash(folder)).rejects.toThrow(`${folder} is too large: more than 1.0 kB. Make it smaller.`);
  rmSync(join(folder, "data"));
  for (let number = 0; number < 20; number += 1) writeFileSync(join(folder, String(number)), "");
  await expect(hash(folder)).rejects.toThrow(`${folder} is too large: more than 20 files.`);
  await expect(hash(place("absent"))).rejects.toThrow(`${place("absent")} cannot be read`);
});
