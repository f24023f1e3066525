import { open } from "node:fs/promises";
import { BenchError } from "../errors.ts";

/** An npy file cannot be read, or an array cannot be written as one. */
export class NpyError extends BenchError {
  constructor(message: string, options?: { cause?: unknown }) {
    super("npy", message, options);
  }
}

/** The header of an npy file. */
interface NpyHeader {
  /** Byte order, kind and item size as numpy writes them: `<f8`, `|b1`, `>i4`, `<U12`, ... */
  dtype: string;
  shape: number[];
  /** Whether the first index varies fastest in the file. */
  fortranOrder: boolean;
  /** The position of the data. */
  dataOffset: number;
}

const magic = Buffer.from("\x93NUMPY", "latin1");

/** The number of bytes at the start of a file that state the length of the header. */
const npyPreambleBytes = 12;

/** The length of the whole header, from the first `npyPreambleBytes` of a file. Formats 1.0, 2.0 and 3.0. */
function npyHeaderBytes(start: Buffer): number {
  if (start.length < npyPreambleBytes || !start.subarray(0, 6).equals(magic))
    throw new NpyError("This is not an npy file.");
  const version = start[6]!;
  if (version < 1 || version > 3) throw new NpyError(`Version ${version} of the npy format is not supported.`);
  return version === 1 ? 10 + start.readUInt16LE(8) : 12 + start.readUInt32LE(8);
}

/** Reads the header of an npy file, without the data. */
export async function readNpyHeader(file: string): Promise<NpyHeader> {
  const handle = await open(file, "r");
  try {
    const start = Buffer.alloc(npyPreambleBytes);
    const { bytesRead } = await handle.read(start, 0, start.length, 0);
    const header = Buffer.alloc(npyHeaderBytes(start.subarray(0, bytesRead)));
    const { bytesRead: length } = await handle.read(header, 0, header.length, 0);
    return parseNpyHeader(header.subarray(0, length));
  } finally {
    await handle.close();
  }
}

/** Parses a whole header: a Python dictionary with three keys, in any order. */
export function parseNpyHeader(bytes: Buffer): NpyHeader {
  const dataOffset = npyHeaderBytes(bytes);
  if (bytes.length < dataOffset) throw new NpyError("The npy file is truncated within its header.");
  const version = bytes[6]!;
  const text = bytes.toString(version === 3 ? "utf8" : "latin1", version === 1 ? 10 : 12, dataOffset);
  const dtype = text.match(/['"]descr['"]\s*:\s*['"]([^'"]*)['"]/)?.[1];
  const fortranOrder = text.match(/['"]fortran_order['"]\s*:\s*(True|False)/)?.[1];
  const shape = text.match(/['"]shape['"]\s*:\s*\(([\d\sL,]*)\)/)?.[1];
  if (dtype === undefined && /['"]descr['"]\s*:\s*\[/.test(text)) {
    throw new NpyError("The npy file has records with named fields, which are not supported.");
  }
  if (dtype === undefined || fortranOrder === undefined || shape === undefined) {
    throw new NpyError(`The npy header cannot be parsed: ${text.trim().slice(0, 200)}`);
  }
  const sizes = shape.split(",").filter((size) => size.trim() !== "");
  // Python 2 wrote long integers with an L.
  return {
    dtype,
    fortranOrder: fortranOrder === "True",
    shape: sizes.map((size) => Number.parseInt(size, 10)),
    dataOffset,
  };
}

/** The width of a size for which numpy leaves room, so that it can be changed in place. */
const growthDigits = 21;

/**
 * The header that `numpy.save` writes for an array in C order: format 1.0, padded with spaces so that the data begins
 * at a multiple of 64.
 */
export function formatNpyHeader(dtype: string, shape: readonly number[]): Buffer {
  const sizes = shape.length === 1 ? `${shape[0]},` : shape.join(", ");
  let text = `{'descr': '${dtype}', 'fortran_order': False, 'shape': (${sizes}), }`;
  if (shape.length > 0) text += " ".repeat(Math.max(0, growthDigits - String(shape[0]).length));
  const padding = 64 - ((10 + text.length + 1) % 64);
  const body = Buffer.from(`${text}${" ".repeat(padding)}\n`, "latin1");
  const length = Buffer.alloc(2);
  length.writeUInt16LE(body.length);
  return Buffer.concat([magic, Buffer.from([1, 0]), length, body]);
}
