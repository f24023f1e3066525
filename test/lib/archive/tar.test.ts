import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { ArchiveError } from "../../../src/lib/archive/archive-error.ts";
import { extractTar, listTar } from "../../../src/lib/archive/extract-tar.ts";
import { writeTar } from "../../../src/lib/archive/write-tar.ts";
import { directorySources } from "../../support/directory-sources.ts";
import { requireProgram } from "../../support/system-programs.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { type RawTarEntry, rawTar, rawTarEntry } from "./raw-tar.ts";
import { namesIn, readTree } from "./tree.ts";

const place = temporaryDirectory();
let count = 0;

async function refusal(bytes: Buffer, options = {}): Promise<ArchiveError> {
  const folder = place(`case-${++count}`);
  mkdirSync(folder);
  writeFileSync(path.join(folder, "archive.tar"), bytes);
  const extracting = extractTar(path.join(folder, "archive.tar"), path.join(folder, "out"), options);
  const error = await extracting.then(
    () => null,
    (caught) => caught,
  );
  expect(error).toBeInstanceOf(ArchiveError);
  expect(namesIn(folder)).toEqual(["archive.tar"]);
  return error;
}

function makeTree(name: string): string {
  const root = place(name);
  mkdirSync(path.join(root, "sub", "empty"), { recursive: true });
  writeFileSync(path.join(root, "sub", "größe.csv"), "a,b\n1,2\n".repeat(1000));
  writeFileSync(path.join(root, "zero"), "");
  writeFileSync(path.join(root, "block"), "x".repeat(512));
  writeFileSync(path.join(root, "large.bin"), Buffer.alloc(3 * 2 ** 20 + 5, "0123456789"));
  const deep = path.join(root, "d".repeat(90), "e".repeat(60));
  mkdirSync(deep, { recursive: true });
  writeFileSync(path.join(deep, "short"), "split over two fields");
  writeFileSync(path.join(deep, "f".repeat(150)), "too long for both");
  return root;
}

const good: RawTarEntry = { name: "good.txt", content: "good" };

describe("a tar file", () => {
  test.each([false, true])("yields the tree that was written (gzip: %s)", async (gzip) => {
    const root = makeTree(`tree-${gzip}`);
    const archive = place(`tree-${gzip}.tar`);
    await writeTar(archive, directorySources(root), { gzip });
    expect(
      readFileSync(archive)
        .subarray(0, 2)
        .equals(Buffer.from([0x1f, 0x8b])),
    ).toBe(gzip);
    const listed = await listTar(archive);
    expect(listed.find((entry) => entry.name === "sub/größe.csv")).toEqual({
      name: "sub/größe.csv",
      type: "file",
      size: 8000,
    });
    await extractTar(archive, place(`out-${gzip}`));
    expect(await readTree(place(`out-${gzip}`))).toEqual(await readTree(root));
  });

  test("is the same, byte for byte, for the same content", async () => {
    const root = makeTree("same");
    await writeTar(place("a.tar"), directorySources(root));
    await writeTar(place("b.tar"), directorySources(root));
    const bytes = readFileSync(place("a.tar"));
    expect(bytes.equals(readFileSync(place("b.tar")))).toBe(true);
    expect(bytes.length % 10240).toBe(0);
  });

  test.skipIf(requireProgram("tar", "tar") === null)(
    "is understood by the system's tar, and the other way round",
    async () => {
      const root = makeTree("system");
      await writeTar(place("ours.tar.gz"), directorySources(root), { gzip: true });
      mkdirSync(place("theirs"));
      execFileSync("tar", ["-xzf", place("ours.tar.gz"), "-C", place("theirs")]);
      expect(await readTree(place("theirs"))).toEqual(await readTree(root));
      for (const format of ["gnu", "pax", "ustar", "v7"]) {
        const source = format === "v7" || format === "ustar" ? path.join(root, "sub") : root;
        execFileSync("tar", [`--format=${format}`, "-cf", place(`${format}.tar`), "-C", source, "."]);
        await extractTar(place(`${format}.tar`), place(`from-${format}`));
        expect(await readTree(place(`from-${format}`)), format).toEqual(await readTree(source));
      }
    },
  );

  test("may be empty, and gzipped in several members", async () => {
    writeFileSync(place("empty.tar"), rawTar([]));
    expect(await extractTar(place("empty.tar"), place("empty"))).toEqual([]);
    const whole = rawTar([good, { name: "b.txt", content: "b" }]);
    writeFileSync(
      place("members.tar.gz"),
      Buffer.concat([gzipSync(whole.subarray(0, 700)), gzipSync(whole.subarray(700))]),
    );
    await extractTar(place("members.tar.gz"), place("members"));
    expect(await readTree(place("members"))).toEqual({ "b.txt": "b", "good.txt": "good" });
  });

  test("stops on a signal and leaves nothing behind", async () => {
    mkdirSync(place("stopped"));
    writeFileSync(place("stopped", "a.tar"), rawTar([good, { name: "b", content: "b" }]));
    const controller = new AbortController();
    const onProgress = () => controller.abort(new Error("enough"));
    const extracting = extractTar(place("stopped", "a.tar"), place("stopped", "out"), {
      signal: controller.signal,
      onProgress,
    });
    await expect(extracting).rejects.toThrow("enough");
    expect(namesIn(place("stopped"))).toEqual(["a.tar"]);
  });
});

describe("a malicious tar file is refused, and nothing is left behind", () => {
  test.each(["../evil", "a/../../evil", "/etc/evil", "C:evil", "a\\b"])("for the name %j", async (name) => {
    const error = await refusal(rawTar([good, { name, content: "evil" }]));
    expect(error).toMatchObject({ code: "archive-unsafe-name", entry: name });
  });

  test("for a name that leads outside in an extended header or a GNU long name", async () => {
    const pax = rawTar([{ name: "x", typeFlag: "x", content: "22 path=../../etc/evil\n" }, good]);
    expect((await refusal(pax)).code).toBe("archive-corrupt");
    const right = rawTar([{ name: "x", typeFlag: "x", content: "23 path=../../etc/evil\n" }, good]);
    expect(await refusal(right)).toMatchObject({ code: "archive-unsafe-name", entry: "../../etc/evil" });
    const long = rawTar([{ name: "././@LongLink", typeFlag: "L", content: "../evil\0" }, good]);
    expect(await refusal(long)).toMatchObject({ code: "archive-unsafe-name", entry: "../evil" });
  });

  test.each([
    ["hard link", "1"],
    ["symbolic link", "2"],
    ["character device", "3"],
    ["block device", "4"],
    ["pipe", "6"],
    ["type of another system", "Z"],
  ])("for a %s", async (_, typeFlag) => {
    const error = await refusal(
      rawTar([good, { name: "link", typeFlag, linkTarget: "/etc" }, { name: "link/x", content: "x" }]),
    );
    expect(error).toMatchObject({ code: "archive-special-file", entry: "link" });
  });

  test("for a sparse file", async () => {
    expect((await refusal(rawTar([{ name: "sparse", typeFlag: "S" }]))).code).toBe("archive-unsupported");
  });

  test("for repeated names", async () => {
    expect(await refusal(rawTar([good, good]))).toMatchObject({ code: "archive-duplicate", entry: "good.txt" });
    const conflict = rawTar([
      { name: "a", content: "x" },
      { name: "a/b", content: "x" },
    ]);
    expect(await refusal(conflict)).toMatchObject({ code: "archive-duplicate", entry: "a/b" });
  });

  test("for bombs", async () => {
    const zeros = gzipSync(rawTar([{ name: "zeros", content: Buffer.alloc(2 ** 22) }]));
    expect(await refusal(zeros, { limits: { ratioFloorBytes: 2 ** 20 } })).toMatchObject({
      code: "archive-too-large",
      entry: "zeros",
    });
    expect(await refusal(rawTar([good]), { limits: { totalBytes: 3 } })).toMatchObject({ entry: "good.txt" });
    const metadata = rawTar([{ name: "x", typeFlag: "x", content: "", size: 2 ** 21 }]);
    expect((await refusal(metadata)).code).toBe("archive-too-large");
  });

  test("for every truncation before the end mark", async () => {
    const whole = Buffer.concat([
      rawTarEntry(good),
      rawTarEntry({ name: "b", content: "b".repeat(700) }),
      Buffer.alloc(1024),
    ]);
    for (let size = 0; size < whole.length - 1024; size += 128) {
      expect((await refusal(whole.subarray(0, size))).code).toBe("archive-truncated");
    }
    const zipped = gzipSync(whole);
    for (const size of [20, zipped.length - 30, zipped.length - 4]) {
      expect((await refusal(zipped.subarray(0, size))).code).toBe("archive-truncated");
    }
  });

  test("for damage in a header or in compressed data", async () => {
    const whole = rawTar([good, { name: "b", content: "b" }]);
    whole[1024] = whole[1024]! ^ 1;
    expect((await refusal(whole)).code).toBe("archive-corrupt");
    const zipped = gzipSync(rawTar([{ name: "a", content: "text".repeat(1000) }]));
    zipped[zipped.length - 6] = zipped[zipped.length - 6]! ^ 1;
    expect((await refusal(zipped)).code).toBe("archive-corrupt");
  });
});
