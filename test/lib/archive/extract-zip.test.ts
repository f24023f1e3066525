import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { ArchiveError } from "../../../src/lib/archive/archive-error.ts";
import { extractZip } from "../../../src/lib/archive/extract-zip.ts";
import { listZip } from "../../../src/lib/archive/list-zip.ts";
import { crc32 } from "../../../src/lib/crc32.ts";
import { requireProgram } from "../../support/system-programs.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { archiveFolders } from "./archive-folders.ts";
import { type RawEntry, rawZip } from "./raw-zip.ts";
import { namesIn, readTree } from "./tree.ts";

const place = temporaryDirectory();
const write = archiveFolders();

async function refusal(bytes: Buffer, options = {}): Promise<ArchiveError> {
  const { archive, folder, target } = write(bytes);
  const error = await extractZip(archive, target, options).then(
    () => null,
    (caught) => caught,
  );
  expect(error).toBeInstanceOf(ArchiveError);
  expect(namesIn(folder)).toEqual(["archive.zip"]);
  return error;
}

const good: RawEntry = { name: "good.txt", content: "good" };

describe("extracting a zip file", () => {
  test("writes files and directories with their content", async () => {
    const { archive, folder, target } = write(
      rawZip([
        { name: "empty/", mode: 0o40755 },
        { name: "a/b/deflated.txt", content: "text ".repeat(1000) },
        { name: "a/stored.txt", content: "stored", method: 0 },
        { name: "zero", content: "" },
        { name: "./a//dots.txt", content: "dots" },
      ]),
    );
    const entries = await extractZip(archive, target);
    expect(await readTree(target)).toEqual({
      "a/": null,
      "a/b/": null,
      "a/b/deflated.txt": "text ".repeat(1000),
      "a/dots.txt": "dots",
      "a/stored.txt": "stored",
      "empty/": null,
      zero: "",
    });
    expect(entries.map((entry) => entry.name)).toEqual([
      "empty/",
      "a/b/deflated.txt",
      "a/stored.txt",
      "zero",
      "./a//dots.txt",
    ]);
    expect(namesIn(folder)).toEqual(["archive.zip", "out"]);
  });

  test("reads names in UTF-8, in code page 437, and in Info-ZIP's Unicode field if it matches", async () => {
    const old = Buffer.from([0x82, 0x2e, 0x74, 0x78, 0x74]);
    const unicode = (name: string, crc: number) => {
      const text = Buffer.from(name);
      const field = Buffer.alloc(9);
      field.writeUInt16LE(0x7075, 0);
      field.writeUInt16LE(5 + text.length, 2);
      field.writeUInt8(1, 4);
      field.writeUInt32LE(crc, 5);
      return Buffer.concat([field, text]);
    };
    const second = Buffer.from([0x83]);
    const { archive } = write(
      rawZip([
        { name: "größe-😀.txt" },
        { name: old, flags: 0 },
        { name: second, flags: 0, extra: unicode("ж.txt", crc32(second)) },
        { name: Buffer.from([0x84]), flags: 0, extra: unicode("ignored", 1) },
      ]),
    );
    expect((await listZip(archive)).map((entry) => entry.name)).toEqual(["größe-😀.txt", "é.txt", "ж.txt", "ä"]);
  });

  test("accepts a comment, bytes in front and bytes at the end", async () => {
    const { archive, target } = write(
      Buffer.concat([
        rawZip([good], { prefix: Buffer.from("#!/bin/sh\n"), comment: "PK\x05\x06 not the end" }),
        Buffer.from("\n\n"),
      ]),
    );
    await extractZip(archive, target);
    expect(await readTree(target)).toEqual({ "good.txt": "good" });
  });

  test("accepts an archive without entries", async () => {
    const { archive, target } = write(rawZip([]));
    expect(await extractZip(archive, target)).toEqual([]);
    expect(await readTree(target)).toEqual({});
  });

  test.skipIf(requireProgram("python3", "python3") === null)(
    "unpacks what Python's zipfile writes, large entries included",
    async () => {
      const folder = place("python");
      mkdirSync(path.join(folder, "in", "sub"), { recursive: true });
      const big = Buffer.alloc(20 * 2 ** 20, "0123456789abcdef\n");
      writeFileSync(path.join(folder, "in", "sub", "big.csv"), big);
      writeFileSync(path.join(folder, "in", "sub", "medium.csv"), big.subarray(0, 2 ** 20));
      writeFileSync(path.join(folder, "in", "small.csv"), "a,b\n");
      const python = "import shutil, sys; shutil.make_archive(sys.argv[1], 'zip', sys.argv[2])";
      execFileSync("python3", ["-c", python, path.join(folder, "python"), path.join(folder, "in")]);
      await extractZip(path.join(folder, "python.zip"), path.join(folder, "out"));
      expect(readFileSync(path.join(folder, "out", "sub", "big.csv")).equals(big)).toBe(true);
      expect(readFileSync(path.join(folder, "out", "sub", "medium.csv")).equals(big.subarray(0, 2 ** 20))).toBe(true);
      expect(readFileSync(path.join(folder, "out", "small.csv"), "utf8")).toBe("a,b\n");
    },
  );

  test("extracts many large and medium entries at a time", async () => {
    const sizes = [17, 1, 18, 17, 0.5, 19, 17, 2];
    const contents = sizes.map((size, i) => Buffer.alloc(size * 2 ** 20, `${i} some content\n`));
    const entries = contents.map((content, i) => ({ name: `${i}`, content, method: i % 3 === 0 ? 0 : 8 }));
    const { archive, target } = write(rawZip(entries));
    await extractZip(archive, target);
    for (const [i, content] of contents.entries()) {
      expect(readFileSync(path.join(target, `${i}`)).equals(content)).toBe(true);
    }
  });

  test("reports progress up to the end", async () => {
    const { archive, target } = write(rawZip([good, { name: "more.txt", content: "more text" }]));
    const seen: unknown[] = [];
    await extractZip(archive, target, { onProgress: (progress) => seen.push(progress) });
    expect(seen).toEqual([
      { entries: 1, totalEntries: 2, bytes: 4, totalBytes: 13 },
      { entries: 2, totalEntries: 2, bytes: 13, totalBytes: 13 },
    ]);
  });

  test("stops on a signal, leaves nothing behind and throws its reason", async () => {
    const { archive, folder, target } = write(
      rawZip(Array.from({ length: 600 }, (_, i) => ({ name: `${i}.txt`, content: "x" }))),
    );
    const controller = new AbortController();
    const onProgress = () => controller.abort(new Error("enough"));
    await expect(extractZip(archive, target, { signal: controller.signal, onProgress })).rejects.toThrow("enough");
    expect(namesIn(folder)).toEqual(["archive.zip"]);
  });
});

describe("a malicious zip file is refused, and nothing is left behind", () => {
  test.each([
    ["../evil.txt", "leads out"],
    ["a/../../evil.txt", "leads out"],
    ["a/..", "leads out"],
    ["/etc/evil.txt", "absolute"],
    ["C:/evil.txt", "drive letter"],
    ["c:evil.txt", "drive letter"],
    ["a\\b.txt", "backslash"],
    ["..\\evil.txt", "backslash"],
    ["nul\0.txt", "NUL"],
    [".", "empty name"],
  ])("for the name %j", async (name, reason) => {
    const error = await refusal(rawZip([good, { name, content: "evil" }]));
    expect(error).toMatchObject({ code: "archive-unsafe-name", entry: name });
    expect(error.message).toContain(reason);
  });

  test.each([
    ["symbolic link", 0o120777],
    ["device", 0o060600],
    ["pipe", 0o010600],
    ["socket", 0o140600],
  ])("for a %s", async (_, mode) => {
    const error = await refusal(rawZip([good, { name: "link", content: "/etc/passwd", mode }]));
    expect(error).toMatchObject({ code: "archive-special-file", entry: "link" });
  });

  test("for a directory that has content", async () => {
    const error = await refusal(rawZip([{ name: "directory/", content: "content", mode: 0o40755 }]));
    expect(error).toMatchObject({ code: "archive-special-file", entry: "directory/" });
  });

  test.each([
    [["a.txt", "a.txt"], "a.txt"],
    [["a.txt", "./a.txt"], "./a.txt"],
    [["a", "a/b"], "a/b"],
    [["a/b", "a"], "a"],
    [["a/b/c", "a/b"], "a/b"],
    [["a", "a/"], "a/"],
  ])("for the names %j together", async (names, culprit) => {
    const entries = names.map((name) => ({ name, content: name.endsWith("/") ? "" : "x", mode: 0 }));
    expect(await refusal(rawZip(entries))).toMatchObject({ code: "archive-duplicate", entry: culprit });
  });

  test("but a directory listed twice is harmless", async () => {
    const { archive, target } = write(rawZip([{ name: "a/" }, { name: "a/b", content: "b" }, { name: "a/" }]));
    await extractZip(archive, target);
    expect(await readTree(target)).toEqual({ "a/": null, "a/b": "b" });
  });

  test("for an entry that expands to too many times its compressed size", async () => {
    const zeros = Buffer.alloc(2 ** 20);
    const error = await refusal(rawZip([good, { name: "zeros", content: zeros }]), {
      limits: { ratioFloorBytes: 2 ** 16 },
    });
    expect(error).toMatchObject({ code: "archive-too-large", entry: "zeros" });
    expect(error.message).toContain("bomb");
  });

  test("by default for two gigabytes in a few bytes, before anything is extracted", async () => {
    const error = await refusal(rawZip([{ name: "zeros", content: Buffer.alloc(1000), size: 2 ** 31 }]));
    expect(error).toMatchObject({ code: "archive-too-large", entry: "zeros" });
  });

  test("for more bytes or entries than allowed", async () => {
    const entries = ["a", "b", "c"].map((name) => ({ name, content: "0123456789" }));
    expect(await refusal(rawZip(entries), { limits: { totalBytes: 25 } })).toMatchObject({ entry: "c" });
    expect(await refusal(rawZip(entries), { limits: { entries: 1 } })).toMatchObject({ entry: "b" });
  });

  test("for more bytes than the disk has", async () => {
    const extra = Buffer.from([1, 0, 8, 0, 0, 0, 0, 0, 0, 0, 16, 0]);
    const error = await refusal(rawZip([{ name: "huge", content: "x", size: 0xffffffff, extra }]), {
      limits: { totalBytes: Number.MAX_SAFE_INTEGER, ratio: Number.MAX_SAFE_INTEGER },
    });
    expect(error.code).toBe("archive-no-space");
    expect(error.message).toContain("needs 4.5 PB");
  });

  test("for entries that share their data", async () => {
    const shared = { content: Buffer.alloc(1000), size: 1000 };
    const entries: RawEntry[] = [
      { name: "first", ...shared },
      { name: "second", ...shared, sameOffsetAs: 0 },
    ];
    expect((await refusal(rawZip(entries))).code).toBe("archive-overlap");
  });

  test("for an entry whose data reaches into the next", async () => {
    const entries: RawEntry[] = [{ name: "first", content: "abc", method: 0, size: 60, compressedSize: 60 }, good];
    expect(await refusal(rawZip(entries))).toMatchObject({ code: "archive-overlap", entry: "first" });
  });

  test("for an entry that expands to more, or less, than it states", async () => {
    const content = Buffer.alloc(200_000, "abc");
    for (const size of [10, 100, 199_999, 200_001, 300_000]) {
      const error = await refusal(rawZip([good, { name: "liar", content, size }]));
      expect(error).toMatchObject({ code: "archive-corrupt", entry: "liar" });
    }
    const huge = Buffer.alloc(17 * 2 ** 20, "abc");
    const others = ["b", "c", "d"].map((name) => ({ name, content: huge }));
    const error = await refusal(rawZip([...others, { name: "liar", content: huge, size: huge.length - 1 }]));
    expect(error).toMatchObject({ code: "archive-corrupt", entry: "liar" });
  });

  test("for a wrong checksum, small or large", async () => {
    for (const size of [10, 300_000, 17 * 2 ** 20]) {
      const error = await refusal(rawZip([{ name: "changed", content: Buffer.alloc(size, "abcd"), crc: 1 }]));
      expect(error).toMatchObject({ code: "archive-corrupt", entry: "changed" });
      expect(error.message).toContain("CRC");
    }
  });

  test("for damaged compressed data", async () => {
    const bytes = rawZip([{ name: "damaged", content: "some text to compress, some text to compress" }]);
    bytes[30 + 7] = 0xff;
    expect(await refusal(bytes)).toMatchObject({ code: "archive-corrupt", entry: "damaged" });
  });

  test("for a local header that names another file", async () => {
    const error = await refusal(rawZip([{ name: "shown.txt", localName: "other.txt", content: "x" }]));
    expect(error).toMatchObject({ code: "archive-corrupt", entry: "shown.txt" });
  });

  test("for encryption, old and strong", async () => {
    expect(await refusal(rawZip([good, { name: "secret", content: "x", flags: 1 }]))).toMatchObject({
      code: "archive-encrypted",
      entry: "secret",
    });
    expect(await refusal(rawZip([{ name: "secret", content: "x", method: 99 }]))).toMatchObject({
      code: "archive-encrypted",
    });
  });

  test.skipIf(requireProgram("zip", "zip") === null)("for encryption by a real program", async () => {
    const folder = place("encrypted");
    mkdirSync(folder);
    writeFileSync(path.join(folder, "secret.txt"), "secret");
    execFileSync("zip", ["-q", "-P", "password", "archive.zip", "secret.txt"], { cwd: folder });
    const error = await extractZip(path.join(folder, "archive.zip"), path.join(folder, "out")).catch(
      (caught) => caught,
    );
    expect(error).toMatchObject({ code: "archive-encrypted", entry: "secret.txt" });
  });

  test("for an unknown compression method, which it names", async () => {
    const error = await refusal(rawZip([{ name: "packed", content: "x", method: 14 }]));
    expect(error).toMatchObject({ code: "archive-unsupported", entry: "packed" });
    expect(error.message).toContain("14 (LZMA)");
  });

  test("for every truncation", async () => {
    const whole = rawZip([good, { name: "b.txt", content: "text ".repeat(50) }]);
    for (let size = 0; size < whole.length; size += 7) {
      const error = await refusal(whole.subarray(0, size));
      expect(["archive-truncated", "archive-not-an-archive"]).toContain(error.code);
    }
  });

  test("for a missing beginning or middle", async () => {
    const whole = rawZip([good, { name: "b.txt", content: "text ".repeat(50) }]);
    expect((await refusal(whole.subarray(10))).code).toBe("archive-truncated");
    expect((await refusal(Buffer.concat([whole.subarray(0, 40), whole.subarray(50)]))).code).toBe("archive-truncated");
  });

  test("for a directory with a wrong count", async () => {
    expect((await refusal(rawZip([good], { count: 2 }))).code).toBe("archive-corrupt");
  });

  test("for a name that claims to be UTF-8 and is not", async () => {
    expect((await refusal(rawZip([{ name: Buffer.from([0xff, 0xfe]) }]))).code).toBe("archive-corrupt");
  });

  test("for a name longer than the file system allows", async () => {
    expect((await refusal(rawZip([{ name: "n".repeat(5000), content: "x" }]))).code).toBe("archive-unsafe-name");
  });

  test("for any change of one byte, unless the content stays the same", async () => {
    const whole = rawZip([good, { name: "sub/b.txt", content: "text ".repeat(20) }]);
    const unchanged = { "good.txt": "good", "sub/": null, "sub/b.txt": "text ".repeat(20) };
    for (let at = 0; at < whole.length; at++) {
      const changed = Buffer.from(whole);
      changed[at] = changed[at]! ^ 0x41;
      const { archive, folder, target } = write(changed);
      const error = await extractZip(archive, target).then(
        () => null,
        (caught) => caught,
      );
      if (error === null) {
        expect(await readTree(target), `byte ${at}`).toEqual(unchanged);
        continue;
      }
      expect(error, `byte ${at}`).toBeInstanceOf(ArchiveError);
      expect(namesIn(folder)).toEqual(["archive.zip"]);
    }
  });
});
