import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { replaceFile, writeFileAtomically } from "../../../src/lib/files/replace-file.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { namesIn } from "../archive/tree.ts";

const place = temporaryDirectory();

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
