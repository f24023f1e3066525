import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, test } from "vitest";
import { md5 } from "../../src/lib/hashing.ts";
import { writeFileList } from "../../src/prepare/file-list.ts";
import { type Manifest, readManifest, writeManifest } from "../../src/prepare/manifest.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const place = temporaryDirectory();
const manifest: Manifest = {
  manifest: 1,
  competition: "spaceship-titanic",
  edition: "v1",
  version: "1.2.3",
  source: { kind: "archive", name: 'a "zip"', bytes: 12, md5: "abc" },
  description: "own",
  obfuscatedDescription: "upstream",
  verified: { archive: true, tables: false },
  warnings: ['A warning with "files": {\n in it'],
  total: { files: 4, bytes: 26_000_012 },
};

function writeTree(root: string, files: Record<string, string | Buffer>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(place(root, path)), { recursive: true });
    writeFileSync(place(root, path), content);
  }
}

describe("a manifest", () => {
  test("lists every file with size and md5, small ones and large ones, in order", async () => {
    const large = Buffer.alloc(26_000_000, "large");
    writeTree("tree", { "public/b.csv": "b", "public/a/é.txt": "é", "private/c.csv": large, "note.md": "note\n" });
    const list = await writeFileList(place("tree"), place("files.txt"));
    expect(list).toMatchObject({ files: 4, bytes: 26_000_008 });
    expect(list.public).toEqual({ "b.csv": md5("b") });
    await writeManifest(place("manifest.json"), manifest, place("files.txt"));
    const { files, ...head } = JSON.parse(readFileSync(place("manifest.json"), "utf8"));
    expect(head).toEqual(manifest);
    expect(Object.keys(files)).toEqual(["note.md", "private/c.csv", "public/a/é.txt", "public/b.csv"]);
    expect(files["private/c.csv"]).toEqual({ bytes: large.length, md5: md5(large) });
    expect(files["public/a/é.txt"]).toEqual({ bytes: 2, md5: md5("é") });
  });

  test("is read back without its files", async () => {
    expect(await readManifest(place("manifest.json"))).toEqual(manifest);
  });

  test("may list no files at all", async () => {
    mkdirSync(place("empty"));
    await writeFileList(place("empty"), place("none.txt"));
    await writeManifest(place("empty.json"), manifest, place("none.txt"));
    expect(JSON.parse(readFileSync(place("empty.json"), "utf8")).files).toEqual({});
  });

  test("that is missing, cut off or of another kind is none", async () => {
    const whole = readFileSync(place("manifest.json"), "utf8");
    writeFileSync(place("cut.json"), whole.slice(0, 80));
    writeFileSync(place("other.json"), whole.replace('"manifest": 1', '"manifest": 2'));
    for (const name of ["missing.json", "cut.json", "other.json"]) expect(await readManifest(place(name))).toBeNull();
  });

  test("stops being written when asked to", async () => {
    const stopped = AbortSignal.abort();
    await expect(writeFileList(place("tree"), place("stopped.txt"), { signal: stopped })).rejects.toThrow("abort");
  });
});
