import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { walk, walkFiles } from "../../../src/lib/files/walk.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const place = temporaryDirectory();

test("a walk goes component by component, in the order of code points", async () => {
  for (const name of ["X/b", "X-1/a", "X/a", "Xa", "a/\uff01", "a/\u{1f600}", "B"]) {
    mkdirSync(place("walked", name, ".."), { recursive: true });
    writeFileSync(place("walked", name), name);
  }
  symlinkSync("..", place("walked", "loop"));
  const seen: string[] = [];
  for await (const entry of walk(place("walked"))) seen.push(`${entry.type} ${entry.path}`);
  expect(seen).toEqual([
    "file B",
    "directory X",
    "file X/a",
    "file X/b",
    "directory X-1",
    "file X-1/a",
    "file Xa",
    "directory a",
    "file a/\uff01",
    "file a/\u{1f600}",
    "symlink loop",
  ]);
  const files: string[] = [];
  for await (const entry of walkFiles(place("walked"))) files.push(entry.path);
  expect(files).toHaveLength(7);
});
