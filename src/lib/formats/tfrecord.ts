import { open } from "node:fs/promises";
import { crc32c } from "../crc32c.ts";
import { FileWindow } from "../files/file-window.ts";
import { TfRecordError } from "./tf-record-error.ts";

/** A record's length (8 bytes) and its checksum (4 bytes) precede the data; the data's checksum follows it. */
const headerBytes = 12;
const footerBytes = 4;

/**
 * The records of an uncompressed TFRecord file one by one, with their checksums verified. TensorFlow twin:
 * `tf.data.TFRecordDataset(file)`. A record is a view into a large read buffer: copy what you keep.
 */
export async function* readTfRecords(file: string): AsyncGenerator<Buffer> {
  const handle = await open(file, "r");
  try {
    const window = new FileWindow(handle);
    const { size } = await handle.stat();
    let index = 0;
    for (let at = 0; at < size; index++) {
      const where = `${file}: record ${index} at byte ${at}`;
      const header = await window.read(at, headerBytes);
      if (header.length < headerBytes) throw new TfRecordError(`${where} is truncated`);
      requireChecksum(header.subarray(0, 8), header.readUInt32LE(8), `${where}: the length`);
      const length = header.readUInt32LE(0) + header.readUInt32LE(4) * 2 ** 32;
      const end = at + headerBytes + length + footerBytes;
      if (end > size) throw new TfRecordError(`${where} is truncated: ${end - size} bytes are missing`);
      const body = await window.read(at + headerBytes, length + footerBytes);
      const data = body.subarray(0, length);
      requireChecksum(data, body.readUInt32LE(length), `${where}: the data`);
      yield data;
      at = end;
    }
  } finally {
    await handle.close();
  }
}

/** A CRC-32C as the format stores it: rotated and offset, so that the checksum of data with checksums stays useful. */
export function maskedCrc32c(data: Uint8Array): number {
  const crc = crc32c(data);
  return (((crc >>> 15) | (crc << 17)) + 0xa282ead8) >>> 0;
}

function requireChecksum(data: Uint8Array, stated: number, subject: string): void {
  const found = maskedCrc32c(data);
  if (found === stated) return;
  throw new TfRecordError(`${subject} has checksum ${found.toString(16)}, but the file states ${stated.toString(16)}`);
}
