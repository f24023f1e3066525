import { lstatSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { linkOrCopy } from "../../../src/lib/files/link-or-copy.ts";
import { otherDisk } from "../../support/other-disk.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const place = temporaryDirectory();

describe("linking or copying", () => {
  test("makes a second name for the same file", () => {
    writeFileSync(place("source"), "content");
    linkOrCopy(place("source"), place("linked"));
    expect(statSync(place("linked")).ino).toBe(statSync(place("source")).ino);
  });

  test("follows a symbolic link", () => {
    writeFileSync(place("real"), "content");
    symlinkSync("real", place("link"));
    linkOrCopy(place("link"), place("from-link"));
    expect(lstatSync(place("from-link")).isFile()).toBe(true);
  });

  test("does not overwrite, and says when the source is missing", () => {
    writeFileSync(place("taken"), "mine");
    writeFileSync(place("other"), "other");
    expect(() => linkOrCopy(place("other"), place("taken"))).toThrow("EEXIST");
    expect(() => linkOrCopy(place("nowhere"), place("new-name"))).toThrow("ENOENT");
    expect(readFileSync(place("taken"), "utf8")).toBe("mine");
  });

  test("copies to another disk", ({ skip }) => {
    skip(otherDisk === null, "there is no second file system in /dev/shm");
    const copy = `${otherDisk}/mlebench-test-${process.pid}.txt`;
    writeFileSync(place("far"), "content");
    try {
      linkOrCopy(place("far"), copy);
      expect(readFileSync(copy, "utf8")).toBe("content");
    } finally {
      rmSync(copy, { force: true });
    }
  });
});
