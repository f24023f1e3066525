import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { extractArchive } from "../../src/lib/archive/extract-archive.ts";
import { zipTable } from "../../src/prepare/zip-table.ts";
import { prepareContext } from "../support/prepare-context.ts";

test("a table is the archive's only file, printed with the options given, and nothing else stays behind", async () => {
  const context = prepareContext({ "train.csv": "id,text\n1,a b\n2,\n" });
  await zipTable(context, "public/train.tsv.zip", context.open("train.csv"), { delimiter: "\t" });

  const content = join(context.raw, "content");
  await extractArchive(join(context.public, "train.tsv.zip"), content);
  expect(readdirSync(content)).toEqual(["train.tsv"]);
  expect(readFileSync(join(content, "train.tsv"), "utf8")).toBe("id\ttext\n1\ta b\n2\t\n");
  expect(readdirSync(dirname(context.scratch("x")))).toEqual([]);
});
