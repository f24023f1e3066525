import { TfRecordError } from "./tf-record-error.ts";

/** A feature of an example; `empty` if no list was set, which TensorFlow allows. */
type Feature =
  | { kind: "bytes"; values: Uint8Array[] }
  | { kind: "float"; values: Float32Array }
  | { kind: "int64"; values: BigInt64Array }
  | { kind: "empty" };

/**
 * Decodes a serialized `tf.train.Example` into its features by name. Numbers may be packed or not; unknown fields are
 * skipped. TensorFlow twin: `tf.train.Example.FromString(data).features.feature`. Byte values are views into `data`.
 */
export function decodeExample(data: Uint8Array): Map<string, Feature> {
  const features = new Map<string, Feature>();
  for (const example of fields(data)) {
    if (example.number !== 1) continue;
    for (const map of fields(requireBytes(example))) if (map.number === 1) addEntry(features, requireBytes(map));
  }
  return features;
}

const utf8 = new TextDecoder();

function addEntry(features: Map<string, Feature>, entry: Uint8Array): void {
  let name = "";
  let feature: Feature = { kind: "empty" };
  for (const field of fields(entry)) {
    if (field.number === 1) name = utf8.decode(requireBytes(field));
    if (field.number === 2) feature = decodeFeature(requireBytes(field));
  }
  features.set(name, feature);
}

function decodeFeature(bytes: Uint8Array): Feature {
  let feature: Feature = { kind: "empty" };
  for (const field of fields(bytes)) {
    if (field.number === 1) feature = { kind: "bytes", values: decodeBytesList(requireBytes(field)) };
    if (field.number === 2) feature = { kind: "float", values: decodeFloatList(requireBytes(field)) };
    if (field.number === 3) feature = { kind: "int64", values: decodeInt64List(requireBytes(field)) };
  }
  return feature;
}

function decodeBytesList(bytes: Uint8Array): Uint8Array[] {
  return [...fields(bytes)].filter((field) => field.number === 1).map(requireBytes);
}

function decodeFloatList(bytes: Uint8Array): Float32Array {
  const parts = [...fields(bytes)].filter((field) => field.number === 1).map(({ value }) => value);
  const raw = parts.map((value) => (value instanceof Uint8Array ? value : damaged("a float of the wrong type")));
  const values = new Float32Array(raw.reduce((count, part) => count + Math.floor(part.length / 4), 0));
  let next = 0;
  for (const part of raw) {
    const view = new DataView(part.buffer, part.byteOffset, part.length);
    for (let at = 0; at + 4 <= part.length; at += 4) values[next++] = view.getFloat32(at, true);
  }
  return values;
}

function decodeInt64List(bytes: Uint8Array): BigInt64Array {
  const values: bigint[] = [];
  for (const { number, value } of fields(bytes)) {
    if (number !== 1) continue;
    if (typeof value === "bigint") values.push(value);
    else for (let at = 0; at < value.length; ) [values[values.length], at] = readVarint(value, at);
  }
  // Negative numbers arrive as their 64-bit complement, which a signed array converts back.
  return BigInt64Array.from(values);
}

interface Field {
  number: number;
  /** The integer of a varint field, or the bytes of any other field, including fixed-size ones. */
  value: bigint | Uint8Array;
}

/** The fields of a protobuf message, in order. */
function* fields(message: Uint8Array): Generator<Field> {
  for (let at = 0; at < message.length; ) {
    let key: bigint;
    [key, at] = readVarint(message, at);
    const number = Number(key >> 3n);
    const wireType = Number(key & 7n);
    if (wireType === 0) {
      let value: bigint;
      [value, at] = readVarint(message, at);
      yield { number, value };
      continue;
    }
    let length = wireType === 1 ? 8 : 4;
    if (wireType === 2) {
      let stated: bigint;
      [stated, at] = readVarint(message, at);
      length = Number(stated);
    } else if (wireType !== 1 && wireType !== 5) damaged(`wire type ${wireType}`);
    if (at + length > message.length) damaged("a truncated field");
    yield { number, value: message.subarray(at, at + length) };
    at += length;
  }
}

/** A variable-length integer and the position after it. */
function readVarint(bytes: Uint8Array, start: number): [bigint, number] {
  let value = 0n;
  for (let at = start, shift = 0n; at < bytes.length && shift < 70n; at++, shift += 7n) {
    const byte = bytes[at]!;
    value |= BigInt(byte & 127) << shift;
    if (byte < 128) return [value, at + 1];
  }
  return damaged("a number that does not end");
}

function requireBytes(field: Field): Uint8Array {
  return field.value instanceof Uint8Array ? field.value : damaged(`a number in field ${field.number}`);
}

function damaged(what: string): never {
  throw new TfRecordError(`The bytes are not a tf.train.Example: found ${what}.`);
}
