import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { leftoversIn, replaceFolder, settleLeftovers } from "../../../src/lib/files/replace-folder.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const place = temporaryDirectory();

function makeFolder(path: string, content: string): string {
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, "file.txt"), content);
  return path;
}

const contentOf = (path: string): string => readFileSync(join(path, "file.txt"), "utf8");

describe("replacing a folder", () => {
  test("puts the new one in its place and leaves nothing else behind", async () => {
    makeFolder(place("a", "target"), "old");
    await replaceFolder(makeFolder(place("a", ".target.writing-12345678"), "new"), place("a", "target"));
    expect(contentOf(place("a", "target"))).toBe("new");
    expect(readdirSync(place("a"))).toEqual(["target"]);
  });

  test("works if there is no old one", async () => {
    await replaceFolder(makeFolder(place("b", "fresh"), "new"), place("b", "target"));
    expect(contentOf(place("b", "target"))).toBe("new");
  });

  test("restores the old one if the new one is missing", async () => {
    makeFolder(place("c", "target"), "old");
    await expect(replaceFolder(place("c", "missing"), place("c", "target"))).rejects.toThrow("ENOENT");
    expect(contentOf(place("c", "target"))).toBe("old");
    expect(readdirSync(place("c"))).toEqual(["target"]);
  });
});

describe("what a killed process left", () => {
  test("between moving the old folder aside and putting the new one in place: the old one comes back", async () => {
    makeFolder(place("d", ".target.old-12345678"), "old");
    makeFolder(place("d", ".target.writing-87654321"), "new");
    await settleLeftovers(place("d"));
    expect(readdirSync(place("d"))).toEqual(["target"]);
    expect(contentOf(place("d", "target"))).toBe("old");
  });

  test("after the new one was in place: the old one is removed", async () => {
    makeFolder(place("e", "target"), "new");
    makeFolder(place("e", ".target.old-12345678"), "old");
    await settleLeftovers(place("e"));
    expect(readdirSync(place("e"))).toEqual(["target"]);
    expect(contentOf(place("e", "target"))).toBe("new");
  });

  test("is distinguished from files with similar names", async () => {
    mkdirSync(place("f"));
    for (const name of [".hidden", ".target.old", "target.old-12345678", ".lock-12345678", "a.csv"]) {
      writeFileSync(place("f", name), "");
    }
    expect(leftoversIn(place("f"))).toEqual([]);
    expect(leftoversIn(place("nowhere"))).toEqual([]);
  });
});
