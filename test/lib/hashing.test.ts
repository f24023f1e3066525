import { writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { crc32, crc32ByTable } from "../../src/lib/crc32.ts";
import { crc32c } from "../../src/lib/crc32c.ts";
import { md5, md5OfFile, sha256, sha256OfFile } from "../../src/lib/hashing.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const place = temporaryDirectory();
const digits = Buffer.from("123456789");

describe("hashes", () => {
  test("of bytes and texts are the published ones", () => {
    expect(md5("")).toBe("d41d8cd98f00b204e9800998ecf8427e");
    expect(md5(Buffer.from("abc"))).toBe("900150983cd24fb0d6963f7d28e17f72");
    expect(sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  });

  test("of a file equal those of its bytes, however long it is", async () => {
    for (const size of [0, 1, 2 ** 20, 3 * 2 ** 20 + 17]) {
      const bytes = Buffer.alloc(size, "abcdefg");
      writeFileSync(place("file"), bytes);
      expect(await md5OfFile(place("file"))).toBe(md5(bytes));
      expect(await sha256OfFile(place("file"))).toBe(sha256(bytes));
    }
  });

  test("of a missing file fail, and stop on a signal", async () => {
    await expect(md5OfFile(place("nowhere"))).rejects.toMatchObject({ code: "ENOENT" });
    writeFileSync(place("file"), "x");
    await expect(md5OfFile(place("file"), { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: "AbortError",
    });
  });
});

describe("checksums", () => {
  test("are the published ones", () => {
    expect(crc32(digits)).toBe(0xcbf43926);
    expect(crc32ByTable(digits)).toBe(0xcbf43926);
    expect(crc32c(digits)).toBe(0xe3069283);
    expect(crc32c(Buffer.alloc(32))).toBe(0x8a9136aa);
    expect(crc32c(Buffer.alloc(32, 0xff))).toBe(0x62a8ab43);
  });

  test("can be continued from any byte", () => {
    const bytes = Buffer.from("the quick brown fox jumps over the lazy dog, twice");
    for (let cut = 0; cut <= bytes.length; cut++) {
      const [head, tail] = [bytes.subarray(0, cut), bytes.subarray(cut)];
      expect(crc32(tail, crc32(head))).toBe(crc32(bytes));
      expect(crc32ByTable(tail, crc32ByTable(head))).toBe(crc32(bytes));
      expect(crc32c(tail, crc32c(head))).toBe(crc32c(bytes));
    }
  });
});
