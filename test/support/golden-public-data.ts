import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { loadDefinition } from "../../src/competitions/index.ts";
import { extractArchive } from "../../src/lib/archive/extract-archive.ts";
import { createContext } from "../../src/prepare/context.ts";
import { goldenArchive } from "./golden-preparations.ts";

/** Prepares a golden archive below a data folder, and removes all of it that agents do not see. */
export async function writeGoldenPublicData(id: string, dataDirectory: string): Promise<void> {
  const folder = join(dataDirectory, id);
  const [raw, output, scratch] = ["raw", "prepared", "scratch"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await extractArchive(goldenArchive(id), raw);
  mkdirSync(scratch);
  const { prepare } = await loadDefinition(id);
  await prepare!(createContext({ raw, output, scratch, signal: new AbortController().signal }));
  for (const path of [raw, scratch, join(output, "private")]) rmSync(path, { recursive: true });
}
