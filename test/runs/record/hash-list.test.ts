import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sha256 } from "../../../src/lib/hashing.ts";
import { formatHashList, parseHashList } from "../../../src/runs/record/hash-list.ts";

const names = ["plain.csv", "with blank.csv", "back\\slash", "line\nend", "carriage\rreturn", "both\\\n", "Ünï.csv"];

test("every name survives being written and read", () => {
  const entries = names.map((path) => ({ path, sha256: sha256(path) }));
  expect(parseHashList(formatHashList(entries))).toEqual(entries);
});

test("the system's sha256sum accepts the list", () => {
  const folder = mkdtempSync(join(tmpdir(), "mlebench-hashes-"));
  for (const name of names) writeFileSync(join(folder, name), name);
  writeFileSync(join(folder, "list"), formatHashList(names.map((path) => ({ path, sha256: sha256(path) }))));
  const said = execFileSync("sha256sum", ["-c", "list"], { cwd: folder, encoding: "utf8" });
  expect(said.match(/: OK$/gm)).toHaveLength(names.length);
});

test("lines that are not an entry are left out, and files that were hashed as binary are read", () => {
  const list = `${sha256("a")}  a\nnonsense\n${sha256("b")} *b\n${sha256("c")}  torn`;
  expect(parseHashList(list)).toEqual([
    { path: "a", sha256: sha256("a") },
    { path: "b", sha256: sha256("b") },
    { path: "torn", sha256: sha256("c") },
  ]);
});
