import { existsSync, lstatSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { compareCodePoints } from "../../../src/lib/compare-code-points.ts";
import {
  freeDiskBytes,
  linkOrCopy,
  moveOrCopy,
  removeTree,
  replaceFile,
  walk,
  walkFiles,
  writeFileAtomically,
} from "../../../src/lib/files/files.ts";
import { formatBytes } from "../../../src/lib/format-bytes.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { namesIn } from "../archive/tree.ts";

const place = temporaryDirectory();
/** Another file system, where there is one, so that links and renames across it fail as they do between disks. */
const otherDisk = existsSync("/dev/shm") && statSync("/dev/shm").dev !== statSync(place()).dev ? "/dev/shm" : null;

describe("writing atomically", () => {
  test("creates folders, replaces content and leaves no temporary file", async () => {
    await writeFileAtomically(place("new", "deep", "a.txt"), "one");
    await writeFileAtomically(place("new", "deep", "a.txt"), Buffer.from("two"));
    expect(readFileSync(place("new", "deep", "a.txt"), "utf8")).toBe("two");
    expect(namesIn(place("new", "deep"))).toEqual(["a.txt"]);
  });

  test("keeps the old content when writing fails", async () => {
    await writeFileAtomically(place("kept", "a.txt"), "old");
    const failing = replaceFile(place("kept", "a.txt"), async (handle) => {
      await handle.write("half");
      throw new Error("no more");
    });
    await expect(failing).rejects.toThrow("no more");
    expect(readFileSync(place("kept", "a.txt"), "utf8")).toBe("old");
    expect(namesIn(place("kept"))).toEqual(["a.txt"]);
  });
});

describe("linking or copying", () => {
  test("makes a second name for the same file", async () => {
    writeFileSync(place("source"), "content");
    expect(await linkOrCopy(place("source"), place("linked"))).toBe("linked");
    expect(statSync(place("linked")).ino).toBe(statSync(place("source")).ino);
  });

  test("follows a symbolic link", async () => {
    writeFileSync(place("real"), "content");
    symlinkSync("real", place("link"));
    await linkOrCopy(place("link"), place("from-link"));
    expect(lstatSync(place("from-link")).isFile()).toBe(true);
  });

  test("does not overwrite, and says when the source is missing", async () => {
    writeFileSync(place("taken"), "mine");
    writeFileSync(place("other"), "other");
    await expect(linkOrCopy(place("other"), place("taken"))).rejects.toMatchObject({ code: "EEXIST" });
    await expect(linkOrCopy(place("nowhere"), place("new-name"))).rejects.toMatchObject({ code: "ENOENT" });
    expect(readFileSync(place("taken"), "utf8")).toBe("mine");
  });

  test("copies, and moves, to another disk", async ({ skip }) => {
    skip(otherDisk === null, "there is no second file system in /dev/shm");
    const elsewhere = `${otherDisk}/mlebench-test-${process.pid}`;
    mkdirSync(elsewhere);
    try {
      writeFileSync(place("far"), "content");
      expect(await linkOrCopy(place("far"), `${elsewhere}/copy`)).toBe("copied");
      mkdirSync(place("far-tree", "sub"), { recursive: true });
      writeFileSync(place("far-tree", "sub", "a"), "a");
      await moveOrCopy(place("far-tree"), `${elsewhere}/tree`);
      await moveOrCopy(place("far"), `${elsewhere}/copy`);
      expect(namesIn(elsewhere)).toEqual(["copy", "tree"]);
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

describe("removing a tree", () => {
  test("takes read-only folders with it, keeps what links point to, and does not mind absence", async () => {
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
});

describe("walking", () => {
  test("goes component by component, in the order of code points", async () => {
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

  test("orders texts as Python does", () => {
    const texts = ["b", "a", "", "\u{1f600}", "\uffff", "ab", "\ud7ff", "A"];
    expect(texts.sort(compareCodePoints)).toEqual(["", "A", "a", "ab", "b", "\ud7ff", "\uffff", "\u{1f600}"]);
  });
});

test("free space is told also for a path that does not exist yet", async () => {
  const free = await freeDiskBytes(place("not", "there", "yet"));
  expect(free).toBeGreaterThan(0);
  expect(Number.isSafeInteger(free)).toBe(true);
});

test("sizes are printed in decimal units", () => {
  const printed = [0, 999, 1000, 999_949, 999_950, 1_234_567, 4.83e9, 2e15].map(formatBytes);
  expect(printed).toEqual(["0 B", "999 B", "1.0 kB", "999.9 kB", "1.0 MB", "1.2 MB", "4.8 GB", "2.0 PB"]);
});
