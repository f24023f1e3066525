import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadDefinition } from "../../src/competitions/index.ts";
import { extractArchive } from "../../src/lib/archive/extract-archive.ts";
import { createContext } from "../../src/prepare/context.ts";
import { describeTree } from "../support/describe-tree.ts";
import { goldenArchive, goldenPreparation, goldenPreparationIds } from "../support/golden-preparations.ts";

const wanted = process.env.PREPARE?.split(",");

for (const id of goldenPreparationIds().filter((candidate) => wanted?.includes(candidate) ?? true)) {
  test(`${id} is prepared as the reference prepares it`, async () => {
    const folder = mkdtempSync(join(tmpdir(), `mlebench-${id}-`));
    try {
      const definition = await loadDefinition(id);
      const [raw, output, scratch] = ["raw", "prepared", "scratch"].map((name) => join(folder, name));
      await extractArchive(goldenArchive(id), raw!);
      mkdirSync(scratch!);
      const signal = new AbortController().signal;
      await definition.prepare!(createContext({ raw: raw!, output: output!, scratch: scratch!, signal }));

      const expected = goldenPreparation(id);
      for (const part of ["public", "private"] as const) {
        expect(await describeTree(join(output!, part), expected[part])).toEqual(expected[part]);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}
