import { mkdirSync, mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { expect, test } from "vitest";
import { loadDefinition } from "../../src/competitions/index.ts";
import { loadFacts } from "../../src/facts/facts.ts";
import { extractArchive } from "../../src/lib/archive/extract-archive.ts";
import { removeTree } from "../../src/lib/files/remove-tree.ts";
import { md5OfFile } from "../../src/lib/hashing.ts";
import { createContext } from "../../src/prepare/context.ts";
import { referenceData } from "../support/reference-data.ts";

// Kaggle's data may not be redistributed: the archives are never part of the project.
const folder = referenceData("realdata");
const archives = folder === null ? [] : readdirSync(folder).filter((file) => file.endsWith(".zip"));
/** The kinds of files that upstream's checksums cover, at the top of `public/` and `private/`. */
const checksummed = new Set([".csv", ".json", ".jsonl", ".parquet", ".bson"]);

for (const archive of archives) {
  const id = archive.replace(".zip", "");
  test(`${id}: the real archive gives files with upstream's checksums`, async () => {
    const work = mkdtempSync(join(tmpdir(), `mlebench-real-${id}-`));
    try {
      const [raw, output, scratch] = [join(work, "raw"), join(work, "prepared"), join(work, "scratch")];
      await extractArchive(join(folder!, archive), raw);
      mkdirSync(scratch);
      const definition = await loadDefinition(id);
      await definition.prepare!(createContext({ raw, output, scratch, signal: new AbortController().signal }));
      const { checksums } = loadFacts(id);
      expect(await checksumsIn(join(output, "public"))).toEqual(checksums.public);
      expect(await checksumsIn(join(output, "private"))).toEqual(checksums.private);
    } finally {
      await removeTree(work);
    }
  });
}

if (archives.length === 0) test.skip("real archives give files with upstream's checksums");

async function checksumsIn(part: string): Promise<Record<string, string>> {
  const checksums: Record<string, string> = {};
  for (const entry of readdirSync(part, { withFileTypes: true })) {
    if (entry.isFile() && checksummed.has(extname(entry.name))) {
      checksums[entry.name] = await md5OfFile(join(part, entry.name));
    }
  }
  return checksums;
}
