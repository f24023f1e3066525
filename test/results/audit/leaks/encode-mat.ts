import { deflateSync } from "node:zlib";

/** A value of a MATLAB file: numbers, text, or an array of structs with the same fields. */
export type MatValue = readonly number[] | string | readonly { readonly [field: string]: MatValue }[];

const types = { int8: 1, int32: 5, uint32: 6, uint16: 4, double: 9, matrix: 14, compressed: 15 };

/** A MATLAB 5 file with these variables, each compressed, as MATLAB writes it. */
export function encodeMat(variables: Readonly<Record<string, MatValue>>): Buffer {
  const header = Buffer.alloc(128, " ");
  header.write("MATLAB 5.0 MAT-file");
  header.writeUInt16LE(0x0100, 124);
  header.write("IM", 126);
  const parts = Object.entries(variables).map(([name, value]) => {
    const packed = deflateSync(matrix(name, value));
    return Buffer.concat([tag(types.compressed, packed.length), packed]);
  });
  return Buffer.concat([header, ...parts]);
}

function matrix(name: string, value: MatValue): Buffer {
  const isStruct = typeof value !== "string" && typeof value[0] === "object";
  const kind = isStruct ? 2 : typeof value === "string" ? 4 : 6;
  const head = [
    element(types.uint32, words([kind, 0])),
    element(types.int32, words([value.length === 0 ? 0 : 1, value.length])),
  ];
  return element(
    types.matrix,
    Buffer.concat([...head, element(types.int8, Buffer.from(name)), content(value, isStruct)]),
  );
}

function content(value: MatValue, isStruct: boolean): Buffer {
  if (typeof value === "string") return element(types.uint16, Buffer.from(value, "utf16le"));
  if (!isStruct) return element(types.double, Buffer.from(Float64Array.from(value as number[]).buffer));
  const rows = value as readonly Readonly<Record<string, MatValue>>[];
  const fields = Object.keys(rows[0]!);
  const names = Buffer.concat(fields.map((field) => Buffer.from(field.padEnd(32, "\0"))));
  const values = rows.flatMap((row) => fields.map((field) => matrix("", row[field]!)));
  return Buffer.concat([small(types.int32, words([32])), element(types.int8, names), ...values]);
}

function element(type: number, data: Buffer): Buffer {
  return Buffer.concat([tag(type, data.length), data, Buffer.alloc((8 - (data.length % 8)) % 8)]);
}

/** Up to four bytes share the tag's eight. */
function small(type: number, data: Buffer): Buffer {
  return Buffer.concat([words([type | (data.length << 16)]), data]);
}

const tag = (type: number, size: number): Buffer => words([type, size]);
const words = (values: readonly number[]): Buffer => Buffer.from(Int32Array.from(values).buffer);
