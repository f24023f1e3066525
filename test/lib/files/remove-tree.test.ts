import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { expect, test } from "vitest";
import { removeTree } from "../../../src/lib/files/remove-tree.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const place = temporaryDirectory();

test("removing a tree includes read-only folders, spares what links point to, and accepts a missing tree", async () => {
  mkdirSync(place("doomed", "locked"), { recursive: true });
  writeFileSync(place("doomed", "locked", "a"), "a");
  writeFileSync(place("spared"), "spared");
  symlinkSync(place("spared"), place("doomed", "link"));
  await chmod(place("doomed", "locked"), 0o500);
  await removeTree(place("doomed"));
  await removeTree(place("doomed"));
  expect(existsSync(place("doomed"))).toBe(false);
  expect(readFileSync(place("spared"), "utf8")).toBe("spared");
});
