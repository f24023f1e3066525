import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { moveOrCopy } from "../../../src/lib/files/move-or-copy.ts";
import { removeTree } from "../../../src/lib/files/remove-tree.ts";
import { otherDisk } from "../../support/other-disk.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { namesIn } from "../archive/tree.ts";

const place = temporaryDirectory();

describe("moving", () => {
  test("moves a file and a tree to another disk", async ({ skip }) => {
    skip(otherDisk === null, "there is no second file system in /dev/shm");
    const elsewhere = `${otherDisk}/mlebench-test-${process.pid}`;
    mkdirSync(elsewhere);
    try {
      writeFileSync(place("far"), "content");
      writeFileSync(`${elsewhere}/file`, "old");
      mkdirSync(place("far-tree", "sub"), { recursive: true });
      writeFileSync(place("far-tree", "sub", "a"), "a");
      await moveOrCopy(place("far-tree"), `${elsewhere}/tree`);
      await moveOrCopy(place("far"), `${elsewhere}/file`);
      expect(namesIn(elsewhere)).toEqual(["file", "tree"]);
      expect(readFileSync(`${elsewhere}/file`, "utf8")).toBe("content");
      expect(readFileSync(`${elsewhere}/tree/sub/a`, "utf8")).toBe("a");
      expect(existsSync(place("far")) || existsSync(place("far-tree"))).toBe(false);
    } finally {
      await removeTree(elsewhere);
    }
  });

  test("moves within a disk", async () => {
    writeFileSync(place("from"), "content");
    await moveOrCopy(place("from"), place("to"));
    expect(existsSync(place("from"))).toBe(false);
    expect(readFileSync(place("to"), "utf8")).toBe("content");
  });
});
