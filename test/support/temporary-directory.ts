import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll } from "vitest";

/** A fresh directory for the tests of one file, removed when they are done; `place("a", "b")` is a path inside it. */
export function temporaryDirectory(): (...components: string[]) => string {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), "mlebench-test-")));
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  return (...components) => path.join(root, ...components);
}
