import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import type { PrepareContext } from "../../src/contracts/preparation.ts";
import { createContext } from "../../src/prepare/context.ts";

/** A context over a raw folder with the given files, removed after the tests. */
export function prepareContext(rawFiles: Readonly<Record<string, string>>): PrepareContext {
  const folder = mkdtempSync(join(tmpdir(), "mlebench-prepare-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [raw, output, scratch] = ["raw", "prepared", "scratch"].map((name) => join(folder, name));
  for (const path of [raw!, scratch!]) mkdirSync(path);
  for (const [name, content] of Object.entries(rawFiles)) {
    mkdirSync(dirname(join(raw!, name)), { recursive: true });
    writeFileSync(join(raw!, name), content);
  }
  return createContext({ raw: raw!, output: output!, scratch: scratch!, signal: new AbortController().signal });
}
