import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readTar } from "../../../src/lib/archive/read-tar.ts";
import { writeTar } from "../../../src/lib/archive/write-tar.ts";

const files = { "a/1.jpg": "one", "a/2.jpg": "two".repeat(1000), "b/é.jpg": "" };

async function pack(gzip: boolean): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "mlebench-tar-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const archive = join(folder, "files.tar.gz");
  const sources = Object.entries(files).map(([name, text]) => ({ name, content: Buffer.from(text) }));
  await writeTar(archive, [{ name: "a", content: null }, ...sources], { gzip });
  return archive;
}

test.each([true, false])("files are read one by one, compressed: %s", async (gzip) => {
  const found: Record<string, string> = {};
  for await (const file of readTar(await pack(gzip))) {
    // Files that are not read are skipped.
    found[file.path] = file.path === "a/1.jpg" ? "skipped" : (await file.read()).toString();
  }
  expect(found).toEqual({ ...files, "a/1.jpg": "skipped" });
});
