import { mkdirSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { PreparationChecks } from "../../src/contracts/preparation.ts";
import { checkTables } from "../../src/prepare/check-tables.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const place = temporaryDirectory();
const disjoint: PreparationChecks["disjoint"] = { train: "public/train.csv", test: "private/test.csv", id: "id" };
let count = 0;

/** A prepared folder with these tables. */
function prepared(tables: Record<string, string | Buffer>): string {
  const root = place(`case-${count++}`);
  for (const folder of ["public", "private"]) mkdirSync(`${root}/${folder}`, { recursive: true });
  for (const [path, content] of Object.entries(tables)) writeFileSync(`${root}/${path}`, content);
  return root;
}

const ids = (...values: string[]): string => ["id,x", ...values.map((value) => `${value},1`)].join("\n");

describe("ids", () => {
  test("that are all different are fine, however many there are", () => {
    const many = (prefix: string) => ids(...Array.from({ length: 30_000 }, (_, row) => `${prefix}${row}`));
    const root = prepared({ "public/train.csv": many("a"), "private/test.csv": many("b") });
    expect(checkTables(root, { disjoint })).toEqual([]);
  });

  test("that repeat in one table are named", () => {
    const root = prepared({ "public/train.csv": ids("1", "2", "1", "1", "é", "é"), "private/test.csv": ids("3") });
    expect(checkTables(root, { disjoint })).toEqual(['public/train.csv repeats 3 ids ("1", "1", "é") in "id".']);
  });

  test("that are in both tables are named, quoted or not", () => {
    const root = prepared({ "public/train.csv": ids('"a,b"', "2"), "private/test.csv": ids("3", '"a,b"', '"2"') });
    expect(checkTables(root, { disjoint })).toEqual([
      'private/test.csv has 2 ids ("a,b", "2") in "id" twice, or shares them with public/train.csv.',
    ]);
  });

  test("that are alike but not the same are not mixed up", () => {
    const root = prepared({ "public/train.csv": ids("1", "01", "1.0", "A"), "private/test.csv": ids("a", " 1", "") });
    expect(checkTables(root, { disjoint })).toEqual([]);
  });

  test("whose table or column is missing are reported", () => {
    const root = prepared({ "public/train.csv": ids("1") });
    expect(checkTables(root, { disjoint })).toEqual(["private/test.csv is missing, so its ids cannot be compared."]);
    const other = prepared({ "public/train.csv": "key\n1\n", "private/test.csv": ids("1") });
    expect(checkTables(other, { disjoint })).toEqual(['public/train.csv has no id column "id".']);
  });

  test("in a file that is no text are reported, not thrown", () => {
    const root = prepared({ "public/train.csv": Buffer.from([0x69, 0x64, 0x0a, 0xff]), "private/test.csv": ids("1") });
    expect(checkTables(root, { disjoint })[0]).toContain("public/train.csv and private/test.csv cannot be checked");
  });
});

describe("columns that only the answers may hold", () => {
  test("are found in a public table, also one with tabs", () => {
    const root = prepared({ "public/test.csv": "id,target\n1,2\n", "public/test.tsv": "id\ttarget\n1\t2\n" });
    for (const file of ["public/test.csv", "public/test.tsv"] as const) {
      expect(checkTables(root, { hidden: { file, columns: ["target", "weight"] } })).toEqual([
        `${file} has the column "target", which only the answers may have.`,
      ]);
    }
  });

  test("are not looked for by parts of their names", () => {
    const root = prepared({ "public/test.csv": "id,target_id\n1,2\n" });
    expect(checkTables(root, { hidden: { file: "public/test.csv", columns: ["target"] } })).toEqual([]);
  });
});

test("a competition without checks has nothing to check", () => {
  expect(checkTables(prepared({}), {})).toEqual([]);
});
