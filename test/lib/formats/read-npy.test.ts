import { writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { NpyError, readNpyHeader } from "../../../src/lib/formats/npy-header.ts";
import { decodeNpy, readNpy } from "../../../src/lib/formats/read-npy.ts";
import { encodeNpy } from "../../support/encode-npy.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const place = temporaryDirectory();

/** A file as numpy 2.2 writes it: format 1.0, a header of 128 bytes, then the data. */
function numpyFile(dictionary: string, data: string): Buffer {
  const start = Buffer.from("934e554d505901007600", "hex");
  return Buffer.concat([start, Buffer.from(`${dictionary.padEnd(117)}\n`), Buffer.from(data, "hex")]);
}

// Made with numpy.save.
const saved = {
  f8: numpyFile(
    "{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }",
    "9a9999999999b93f0000000000000080000000000000f07f",
  ),
  b1: numpyFile("{'descr': '|b1', 'fortran_order': False, 'shape': (2, 2), }", "01000001"),
  scalar: numpyFile("{'descr': '<i8', 'fortran_order': False, 'shape': (), }", "0000000000000080"),
  fortran: numpyFile(
    "{'descr': '>i4', 'fortran_order': True, 'shape': (2, 3), }",
    "000000000000000300000001000000040000000200000005",
  ),
  f2: numpyFile("{'descr': '<f2', 'fortran_order': False, 'shape': (4,), }", "003eff7b010000fc"),
  unicode: numpyFile(
    "{'descr': '<U3', 'fortran_order': False, 'shape': (3,), }",
    "fc00000000f6010000000000000000000000000000000000610000006200000063000000",
  ),
  bytes: numpyFile("{'descr': '|S3', 'fortran_order': False, 'shape': (2,), }", "61ff00626364"),
};

describe("reading npy", () => {
  test("yields numbers, booleans and texts with their shape", () => {
    expect(decodeNpy(saved.f8)).toEqual({
      dtype: "<f8",
      shape: [3],
      data: Float64Array.of(0.1, -0, Number.POSITIVE_INFINITY),
    });
    expect(decodeNpy(saved.b1)).toEqual({ dtype: "|b1", shape: [2, 2], data: Uint8Array.of(1, 0, 0, 1) });
    expect(decodeNpy(saved.scalar)).toEqual({ dtype: "<i8", shape: [], data: BigInt64Array.of(-(2n ** 63n)) });
    expect(decodeNpy(saved.f2).data).toEqual(Float32Array.of(1.5, 65504, 2 ** -24, Number.NEGATIVE_INFINITY));
    expect(decodeNpy(saved.unicode).data).toEqual(["ü😀", "", "abc"]);
    expect(decodeNpy(saved.bytes).data).toEqual(["aÿ", "bcd"]);
  });

  test("converts Fortran order and foreign byte order", () => {
    expect(decodeNpy(saved.fortran)).toEqual({ dtype: ">i4", shape: [2, 3], data: Int32Array.of(0, 1, 2, 3, 4, 5) });
  });

  test("accepts formats 2.0 and 3.0, Python 2's long integers, and data at an odd place in memory", () => {
    const body = Buffer.from("{'shape': (2L,), 'fortran_order': False, 'descr': '<u2'}\n");
    for (const version of [2, 3]) {
      const start = Buffer.from("934e554d505900000000000000", "hex").subarray(0, 12);
      start[6] = version;
      start.writeUInt32LE(body.length, 8);
      const whole = Buffer.concat([Buffer.from("x"), start, body, Buffer.from("0100ffff", "hex")]);
      expect(decodeNpy(whole.subarray(1))).toEqual({ dtype: "<u2", shape: [2], data: Uint16Array.of(1, 65535) });
    }
  });

  test("can read the header alone", async () => {
    writeFileSync(place("mask.npy"), saved.fortran.subarray(0, 130));
    expect(await readNpyHeader(place("mask.npy"))).toEqual({
      dtype: ">i4",
      shape: [2, 3],
      fortranOrder: true,
      dataOffset: 128,
    });
    await expect(readNpy(place("mask.npy"))).rejects.toThrow("2 of 24 bytes");
  });

  test("refuses pickles, records and other types by name, and other files", () => {
    const header = (descr: string) =>
      numpyFile(`{'descr': ${descr}, 'fortran_order': False, 'shape': (1,), }`, "00".repeat(64));
    expect(() => decodeNpy(header("'|O'"))).toThrow("pickled");
    expect(() => decodeNpy(header("[('a', '<f8')]"))).toThrow("named fields");
    expect(() => decodeNpy(header("'<c16'"))).toThrow("<c16");
    expect(() => decodeNpy(header("'<M8[ns]'"))).toThrow("<M8[ns]");
    for (const bytes of [Buffer.alloc(0), Buffer.from("PK\x03\x04".padEnd(40)), saved.f8.subarray(0, 60)]) {
      expect(() => decodeNpy(bytes)).toThrow(NpyError);
    }
  });
});

test("a header has numpy's bytes", () => {
  expect(encodeNpy(Float64Array.of(0.1, -0, Number.POSITIVE_INFINITY)).equals(saved.f8)).toBe(true);
  expect(encodeNpy(Uint8Array.of(1, 0, 0, 1), { shape: [2, 2], boolean: true }).equals(saved.b1)).toBe(true);
  expect(encodeNpy(BigInt64Array.of(-(2n ** 63n)), { shape: [] }).equals(saved.scalar)).toBe(true);
});
