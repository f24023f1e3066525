import { closeSync, openSync, readSync } from "node:fs";
import { onDemand } from "bson";
import { BenchError } from "../errors.ts";

const windowBytes = 4 << 20;

/** A member of a document. */
export interface BsonElement {
  /** The BSON type number. */
  readonly type: number;
  readonly name: string;
  readonly value: Buffer;
  /** Type, name and value as they are stored. */
  readonly bytes: Buffer;
}

/**
 * The documents of a file one by one, as stored: pymongo's `bson.decode_file_iter` without the decoding. A document is
 * a view into a read buffer that the next one overwrites.
 */
export function* readBsonDocuments(path: string): Generator<Buffer> {
  const file = openSync(path, "r");
  try {
    let buffer = Buffer.allocUnsafeSlow(windowBytes);
    let [start, end] = [0, 0];
    /** Makes `count` bytes available from `start`; false at the end of the file. */
    const fill = (count: number): boolean => {
      if (end - start >= count) return true;
      const target = count > buffer.length ? Buffer.allocUnsafeSlow(2 * count) : buffer;
      buffer.copy(target, 0, start, end);
      [buffer, start, end] = [target, 0, end - start];
      for (let read = -1; end < count && read !== 0; end += read) {
        read = readSync(file, buffer, end, buffer.length - end, null);
      }
      return end >= count;
    };
    while (fill(1)) {
      const size = fill(4) ? buffer.readInt32LE(start) : 0;
      if (size < 5 || !fill(size)) throw new BenchError("bson", `${path} is damaged or truncated within a document.`);
      yield buffer.subarray(start, start + size);
      start += size;
    }
  } finally {
    closeSync(file);
  }
}

/** The members of a document in order. Nested documents are not decoded. */
export function bsonElements(document: Buffer): BsonElement[] {
  return Array.from(onDemand.parseToElements(document), ([type, nameStart, nameLength, start, length]) => ({
    type,
    name: document.toString("utf8", nameStart, nameStart + nameLength),
    value: document.subarray(start, start + length),
    bytes: document.subarray(nameStart - 1, start + length),
  }));
}

/** A document made of these members. */
export function bsonDocument(elements: readonly BsonElement[]): Buffer {
  const size = elements.reduce((sum, { bytes }) => sum + bytes.length, 5);
  const head = Buffer.alloc(4);
  head.writeInt32LE(size);
  return Buffer.concat([head, ...elements.map(({ bytes }) => bytes), Buffer.alloc(1)], size);
}

/** The value of a 32-bit or 64-bit integer member. Beyond 2^53 it is the nearest double. */
export function bsonInteger({ type, name, value }: BsonElement): number {
  if (type === 0x10) return value.readInt32LE();
  if (type === 0x12) return Number(value.readBigInt64LE());
  throw new BenchError("bson", `"${name}" has BSON type ${type}, but a whole number is expected.`);
}
