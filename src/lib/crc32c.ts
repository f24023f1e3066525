import { crcTable } from "./crc32.ts";

const castagnoli = 0x82f63b78;

/**
 * `tables[k][b]` is the remainder of byte `b` followed by `k` zero bytes, so that eight bytes are processed at once.
 */
const tables = eightTables();

/**
 * CRC-32C (Castagnoli) of bytes, continuing from `previous`; always an unsigned 32-bit number.
 * TFRecord files and Google Cloud Storage use this polynomial, not zlib's.
 */
export function crc32c(data: Uint8Array, previous = 0): number {
  const [t0, t1, t2, t3, t4, t5, t6, t7] = tables;
  let crc = ~previous;
  let i = 0;
  for (const last = data.length - 7; i < last; i += 8) {
    crc ^= data[i]! | (data[i + 1]! << 8) | (data[i + 2]! << 16) | (data[i + 3]! << 24);
    crc =
      t7[crc & 255]! ^
      t6[(crc >>> 8) & 255]! ^
      t5[(crc >>> 16) & 255]! ^
      t4[crc >>> 24]! ^
      t3[data[i + 4]!]! ^
      t2[data[i + 5]!]! ^
      t1[data[i + 6]!]! ^
      t0[data[i + 7]!]!;
  }
  for (; i < data.length; i++) crc = t0[(crc ^ data[i]!) & 255]! ^ (crc >>> 8);
  return ~crc >>> 0;
}

type Eight<T> = [T, T, T, T, T, T, T, T];

function eightTables(): Eight<Int32Array> {
  const result = [crcTable(castagnoli)];
  for (let k = 1; k < 8; k++) {
    const previous = result[k - 1]!;
    result.push(previous.map((remainder) => (remainder >>> 8) ^ result[0]![remainder & 255]!));
  }
  return result as Eight<Int32Array>;
}
