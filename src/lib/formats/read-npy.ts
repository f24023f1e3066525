import { readFile } from "node:fs/promises";
import { decodeNumbers, decodeText, type NumberArray, parseDtype, toRowMajor } from "./decode-npy-data.ts";
import { NpyError, parseNpyHeader } from "./npy-header.ts";

/** An array with its shape. `data` is in C order (the last index varies fastest), whatever the order in the file. */
export interface NpyArray {
  /** As in the file: `<f8`, `|b1`, `<U12`, ... */
  dtype: string;
  /** Empty for a single value. */
  shape: number[];
  /** Text arrays (U, S) are strings; the bytes of an S array become the characters U+0000 to U+00FF. */
  data: NumberArray | string[];
}

/** Reads an npy file. numpy twin: `numpy.load(file, allow_pickle=False)`. */
export async function readNpy(file: string): Promise<NpyArray> {
  return decodeNpy(await readFile(file));
}

/** Decodes the bytes of an npy file. If order and alignment allow, `data` is a view into them and not a copy. */
export function decodeNpy(bytes: Buffer): NpyArray {
  const { dtype, shape, fortranOrder, dataOffset } = parseNpyHeader(bytes);
  const { kind, itemBytes, swapped } = parseDtype(dtype);
  const count = shape.reduce((product, size) => product * size, 1);
  const raw = bytes.subarray(dataOffset, dataOffset + count * itemBytes);
  if (raw.length < count * itemBytes) {
    throw new NpyError(`The npy file is truncated: it has ${raw.length} of ${count * itemBytes} bytes of data.`);
  }
  const data =
    kind === "U" || kind === "S"
      ? decodeText(raw, kind, itemBytes, swapped)
      : decodeNumbers(raw, kind, itemBytes, swapped);
  return { dtype, shape, data: fortranOrder && shape.length > 1 ? toRowMajor(data, shape) : data };
}
