import { open, readFile } from "node:fs/promises";
import { writeFileAtomically } from "../files/replace-file.ts";
import {
  formatNpyHeader,
  NpyError,
  type NpyHeader,
  npyHeaderBytes,
  npyPreambleBytes,
  parseNpyHeader,
} from "./npy-header.ts";

export { NpyError, type NpyHeader } from "./npy-header.ts";

/** Arrays of numbers as npy files hold them. Booleans are bytes of 0 and 1; half precision is widened to `Float32Array`. */
export type NumberArray =
  | Int8Array
  | Int16Array
  | Int32Array
  | BigInt64Array
  | Uint8Array
  | Uint16Array
  | Uint32Array
  | BigUint64Array
  | Float32Array
  | Float64Array;

/** An array with its shape; `data` is in C order (the last index varies fastest), whatever the file had. */
export interface NpyArray {
  /** As in the file: `<f8`, `|b1`, `<U12`, ... */
  dtype: string;
  /** Empty for a single value. */
  shape: number[];
  /** Text arrays (U, S) come as strings; bytes of an S array become the characters U+0000 to U+00FF. */
  data: NumberArray | string[];
}

/** Reads an npy file. numpy twin: `numpy.load(file, allow_pickle=False)`. */
export async function readNpy(file: string): Promise<NpyArray> {
  return decodeNpy(await readFile(file));
}

/** Reads only shape and type, without the data. */
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

/** Decodes the bytes of an npy file. Where order and alignment allow, `data` is a view into them and not a copy. */
export function decodeNpy(bytes: Buffer): NpyArray {
  const { dtype, shape, fortranOrder, dataOffset } = parseNpyHeader(bytes);
  const { kind, itemBytes, swapped } = parseDtype(dtype);
  const count = shape.reduce((product, size) => product * size, 1);
  const raw = bytes.subarray(dataOffset, dataOffset + count * itemBytes);
  if (raw.length < count * itemBytes) {
    throw new NpyError(`The npy file is cut short: ${raw.length} of ${count * itemBytes} bytes of data are there.`);
  }
  const data =
    kind === "U" || kind === "S"
      ? decodeText(raw, kind, itemBytes, swapped)
      : decodeNumbers(raw, kind, itemBytes, swapped);
  return { dtype, shape, data: fortranOrder && shape.length > 1 ? toRowMajor(data, shape) : data };
}

/**
 * The bytes `numpy.save` writes for these values. The type follows the array: Float64Array `<f8`, Float32Array `<f4`, Int32Array
 * `<i4`, BigInt64Array `<i8`, Uint8Array `|u1`, or `|b1` when `boolean` is set. The shape is that of a list unless given.
 */
export function encodeNpy(
  data: Float64Array | Float32Array | Int32Array | BigInt64Array | Uint8Array,
  options: { shape?: readonly number[]; boolean?: boolean } = {},
): Buffer {
  const shape = options.shape ?? [data.length];
  if (shape.reduce((product, size) => product * size, 1) !== data.length) {
    throw new NpyError(`${data.length} values do not fill the shape (${shape.join(", ")}).`);
  }
  const header = formatNpyHeader(dtypeOf(data, options.boolean ?? false), shape);
  return Buffer.concat([header, Buffer.from(data.buffer, data.byteOffset, data.byteLength)]);
}

/** Writes `encodeNpy`'s bytes to a file. numpy twin: `numpy.save(file, array)`. */
export async function writeNpy(file: string, ...array: Parameters<typeof encodeNpy>): Promise<void> {
  await writeFileAtomically(file, encodeNpy(...array));
}

function dtypeOf(data: NumberArray, boolean: boolean): string {
  if (boolean && !(data instanceof Uint8Array)) throw new NpyError("Booleans are written from a Uint8Array.");
  if (data instanceof Float64Array) return "<f8";
  if (data instanceof Float32Array) return "<f4";
  if (data instanceof Int32Array) return "<i4";
  if (data instanceof BigInt64Array) return "<i8";
  return boolean ? "|b1" : "|u1";
}

function parseDtype(dtype: string): { kind: string; itemBytes: number; swapped: boolean } {
  const [, order = "", kind = "", digits = ""] = dtype.match(/^([<>|=]?)([a-zA-Z])(\d+)$/) ?? [];
  const size = Number(digits);
  const supported = /^(b1|[iu][1248]|f[248])$/.test(kind + digits) || kind === "U" || kind === "S";
  if (!supported) {
    const reason =
      kind === "O" || /^\|?O/.test(dtype) ? "it holds pickled Python objects" : "only b, i, u, f, U and S are read";
    throw new NpyError(`The npy file has type ${dtype}, which is not supported: ${reason}.`);
  }
  return { kind, itemBytes: kind === "U" ? 4 * size : size, swapped: order === ">" };
}

function decodeNumbers(raw: Buffer, kind: string, itemBytes: number, swapped: boolean): NumberArray {
  // A typed array must begin at a multiple of its item size.
  let bytes: Buffer = raw;
  if (swapped || raw.byteOffset % itemBytes !== 0) bytes = Buffer.from(new Uint8Array(raw).buffer);
  if (swapped && itemBytes === 2) bytes.swap16();
  if (swapped && itemBytes === 4) bytes.swap32();
  if (swapped && itemBytes === 8) bytes.swap64();
  const { buffer, byteOffset } = bytes;
  const count = bytes.length / itemBytes;
  switch (`${kind}${itemBytes}`) {
    case "i1":
      return new Int8Array(buffer, byteOffset, count);
    case "i2":
      return new Int16Array(buffer, byteOffset, count);
    case "i4":
      return new Int32Array(buffer, byteOffset, count);
    case "i8":
      return new BigInt64Array(buffer, byteOffset, count);
    case "u2":
      return new Uint16Array(buffer, byteOffset, count);
    case "u4":
      return new Uint32Array(buffer, byteOffset, count);
    case "u8":
      return new BigUint64Array(buffer, byteOffset, count);
    case "f2":
      return Float32Array.from(new Uint16Array(buffer, byteOffset, count), halfToFloat);
    case "f4":
      return new Float32Array(buffer, byteOffset, count);
    case "f8":
      return new Float64Array(buffer, byteOffset, count);
    default:
      return new Uint8Array(buffer, byteOffset, count);
  }
}

/** A half-precision number from its bits: exact, as every half is also a float. */
function halfToFloat(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1024 + fraction) * 2 ** (exponent - 25);
}

/** Fixed-width texts, whose zeros at the end are padding. */
function decodeText(raw: Buffer, kind: string, itemBytes: number, swapped: boolean): string[] {
  if (itemBytes === 0) throw new NpyError("The npy file holds texts of width 0.");
  const texts: string[] = [];
  for (let at = 0; at < raw.length; at += itemBytes) {
    let text = "";
    if (kind === "S") text = raw.toString("latin1", at, at + itemBytes);
    else {
      for (let i = at; i < at + itemBytes; i += 4) {
        const codePoint = swapped ? raw.readUInt32BE(i) : raw.readUInt32LE(i);
        if (codePoint > 0x10ffff)
          throw new NpyError(`The npy file has a text with the impossible character ${codePoint}.`);
        text += String.fromCodePoint(codePoint);
      }
    }
    texts.push(text.replace(/\0+$/, ""));
  }
  return texts;
}

/** Reorders values from first-index-fastest to last-index-fastest. */
function toRowMajor<T extends NumberArray | string[]>(data: T, shape: number[]): T {
  const result = (Array.isArray(data) ? new Array(data.length) : data.slice()) as T;
  const strides = shape.map((_, axis) => shape.slice(0, axis).reduce((product, size) => product * size, 1));
  const index = new Array<number>(shape.length).fill(0);
  let from = 0;
  for (let to = 0; to < data.length; to++) {
    result[to] = data[from]!;
    for (let axis = shape.length - 1; axis >= 0; axis--) {
      index[axis]! += 1;
      from += strides[axis]!;
      if (index[axis]! < shape[axis]!) break;
      from -= strides[axis]! * shape[axis]!;
      index[axis] = 0;
    }
  }
  return result;
}
