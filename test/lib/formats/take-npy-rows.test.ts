import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { formatNpyHeader, NpyError } from "../../../src/lib/formats/npy-header.ts";
import { readNpy } from "../../../src/lib/formats/read-npy.ts";
import { takeNpyRows } from "../../../src/lib/formats/take-npy-rows.ts";
import { encodeNpy } from "../../support/encode-npy.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const place = temporaryDirectory();

async function take(bytes: Buffer, ...rows: number[]) {
  writeFileSync(place("source.npy"), bytes);
  await takeNpyRows(place("source.npy"), Uint32Array.from(rows), place("target.npy"));
  return readNpy(place("target.npy"));
}

test("rows come in the given order, including repeats, and keep their type", async () => {
  const matrix = encodeNpy(Float32Array.of(0, 1, 10, 11, 20, 21), { shape: [3, 2] });
  expect(await take(matrix, 2, 0, 2)).toEqual({
    dtype: "<f4",
    shape: [3, 2],
    data: Float32Array.of(20, 21, 0, 1, 20, 21),
  });
  expect(await take(matrix)).toMatchObject({ shape: [0, 2] });
  const texts = Buffer.concat([
    formatNpyHeader("<U2", [3]),
    Buffer.from("a\0\0\0b\0\0\0c\0\0\0\0\0\0\0d\0\0\0e\0\0\0"),
  ]);
  expect(await take(texts, 1, 0)).toEqual({ dtype: "<U2", shape: [2], data: ["c", "ab"] });
});

test("an array in Fortran order is written in C order", async () => {
  const header = formatNpyHeader(">i2", [3, 2]).toString("latin1").replace("False", "True ");
  const columns = Buffer.from("000000010002001000110012", "hex");
  expect(await take(Buffer.concat([Buffer.from(header, "latin1"), columns]), 2, 0)).toEqual({
    dtype: ">i2",
    shape: [2, 2],
    data: Int16Array.of(2, 18, 0, 16),
  });
});

test("more rows than fit in the buffer are written in several steps", async () => {
  const wide = encodeNpy(
    Uint8Array.from({ length: 3 * 2 ** 21 }, (_, at) => at % 251),
    { shape: [3, 2 ** 21] },
  );
  await take(wide, 0, 1, 2);
  expect(readFileSync(place("target.npy")).equals(wide)).toBe(true);
});

test("a truncated file is refused", async () => {
  const matrix = encodeNpy(Float64Array.of(1, 2, 3, 4), { shape: [2, 2] });
  await expect(take(matrix.subarray(0, -1), 0)).rejects.toThrow(NpyError);
});
