import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** Where `madeOnce` puts what the files of a suite share. */
    readonly sharedFolder: string;
  }
}

/** A folder for what the files of a suite share, removed after the last of them. */
export default function setUp({ provide }: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), "mlebench-shared-"));
  provide("sharedFolder", folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
