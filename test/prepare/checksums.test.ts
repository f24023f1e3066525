import { writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  ChecksumMismatch,
  checkedFiles,
  compareTables,
  describeMismatch,
  readChecksums,
} from "../../src/prepare/checksums.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const place = temporaryDirectory();

describe("comparing checksums", () => {
  test("finds files that differ, are missing or should not be there", () => {
    const expected = { public: { "train.csv": "1", "test.csv": "2" }, private: { "test.csv": "3" } };
    const found = { public: { "train.csv": "1", "extra.json": "4" }, private: { "test.csv": "5" } };
    const mismatches = compareTables(expected, found);
    expect(mismatches.map(describeMismatch)).toEqual([
      "prepared table public/extra.json: found md5 4, but no such file was expected.",
      "prepared table public/test.csv: expected md5 2, but there is no such file.",
      "prepared table private/test.csv: expected md5 3, found 5.",
    ]);
    expect(new ChecksumMismatch("Not the same.", mismatches).message.split("\n")).toHaveLength(4);
  });

  test("calls a parquet file a re-encoded container, unless it is missing", () => {
    const expected = { public: { "a.parquet": "1", "b.parquet": "2" }, private: {} };
    const [first, second] = compareTables(expected, { public: { "a.parquet": "3" }, private: {} });
    expect(first!.kind).toBe("container");
    expect(describeMismatch(first!)).toContain("re-encoded container public/a.parquet: md5 3, the reference's is 1.");
    expect(second!.kind).toBe("table");
  });

  test("looks at the kinds of files that upstream looks at", () => {
    const files = { "a.csv": "1", "b.txt": "2", "c.jsonl": "3", "d.CSV": "4", "e.bson": "5", csv: "6" };
    expect(Object.keys(checkedFiles(files))).toEqual(["a.csv", "c.jsonl", "e.bson"]);
  });
});

describe("checksums of one's own", () => {
  test("are read back, and absent when there are none", () => {
    const checksums = { zip: "1", public: { "a.csv": "2" }, private: {} };
    writeFileSync(place("checksums.json"), JSON.stringify(checksums));
    expect(readChecksums(place("checksums.json"))).toEqual(checksums);
    expect(readChecksums(place("nothing.json"))).toBeNull();
  });

  test("that are none are an error which says how to go on", () => {
    writeFileSync(place("wrong.json"), "{}");
    expect(() => readChecksums(place("wrong.json"))).toThrow("Remove it to use the built-in ones.");
  });
});
