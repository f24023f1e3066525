import { NpyError } from "./npy-header.ts";

/** The numbers of an npy file. Booleans are bytes of 0 and 1; half precision is widened to `Float32Array`. */
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

/** The kind and size of an array's items, and whether their bytes are in big-endian order. */
export function parseDtype(dtype: string): { kind: string; itemBytes: number; swapped: boolean } {
  const [, order = "", kind = "", digits = ""] = dtype.match(/^([<>|=]?)([a-zA-Z])(\d+)$/) ?? [];
  const size = Number(digits);
  const supported = /^(b1|[iu][1248]|f[248])$/.test(kind + digits) || kind === "U" || kind === "S";
  if (!supported) {
    const reason =
      kind === "O" || /^\|?O/.test(dtype)
        ? "it contains pickled Python objects"
        : "only b, i, u, f, U and S are supported";
    throw new NpyError(`The npy file has type ${dtype}, which is not supported: ${reason}.`);
  }
  return { kind, itemBytes: kind === "U" ? 4 * size : size, swapped: order === ">" };
}

/** The numbers in the data of an npy file. */
export function decodeNumbers(raw: Buffer, kind: string, itemBytes: number, swapped: boolean): NumberArray {
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

/** A half-precision number from its bits. Exact, because every half is also a float. */
function halfToFloat(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1024 + fraction) * 2 ** (exponent - 25);
}

/** The texts in the data of an npy file: they have a fixed width, and zeros at the end are padding. */
export function decodeText(raw: Buffer, kind: string, itemBytes: number, swapped: boolean): string[] {
  if (itemBytes === 0) throw new NpyError("The npy file has texts of width 0.");
  const texts: string[] = [];
  for (let at = 0; at < raw.length; at += itemBytes) {
    let text = "";
    if (kind === "S") text = raw.toString("latin1", at, at + itemBytes);
    else {
      for (let i = at; i < at + itemBytes; i += 4) {
        const codePoint = swapped ? raw.readUInt32BE(i) : raw.readUInt32LE(i);
        if (codePoint > 0x10ffff)
          throw new NpyError(`The npy file has a text with code point ${codePoint}, which does not exist.`);
        text += String.fromCodePoint(codePoint);
      }
    }
    texts.push(text.replace(/\0+$/, ""));
  }
  return texts;
}

/** Reorders values from Fortran order (the first index varies fastest) to C order (the last one does). */
export function toRowMajor<T extends NumberArray | string[]>(data: T, shape: number[]): T {
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
