import { deflateRawSync } from "node:zlib";
import { crc32 } from "../../../src/lib/crc32.ts";

/** An entry to be written exactly as given, however wrong. */
export interface RawEntry {
  name: string | Buffer;
  content?: string | Buffer;
  method?: number;
  flags?: number;
  /** The Unix mode with its type bits. */
  mode?: number;
  /** What the directory states instead of the truth. */
  size?: number;
  compressedSize?: number;
  crc?: number;
  /** What the local header states instead of the directory's name. */
  localName?: string;
  /** Use the local header of an earlier entry instead of writing one. */
  sameOffsetAs?: number;
  /** Extra field of the directory record. */
  extra?: Buffer;
}

/** Builds a zip file by hand, so that tests can make archives that no program would write. */
export function rawZip(
  entries: RawEntry[],
  options: { prefix?: Buffer; comment?: string; count?: number } = {},
): Buffer {
  const parts: Buffer[] = [options.prefix ?? Buffer.alloc(0)];
  const offsets: number[] = [];
  const records: Buffer[] = [];
  let at = 0;
  for (const entry of entries) {
    const content = Buffer.from(entry.content ?? "");
    const method = entry.method ?? 8;
    const packed = method === 8 ? deflateRawSync(content) : content;
    const common = (name: Buffer, extraLength: number) => {
      const bytes = Buffer.alloc(26);
      bytes.writeUInt16LE(20, 0);
      bytes.writeUInt16LE(entry.flags ?? 0x800, 2);
      bytes.writeUInt16LE(method, 4);
      bytes.writeUInt32LE(0x21_0000, 6);
      bytes.writeUInt32LE(entry.crc ?? crc32(content), 10);
      bytes.writeUInt32LE(entry.compressedSize ?? packed.length, 14);
      bytes.writeUInt32LE(entry.size ?? content.length, 18);
      bytes.writeUInt16LE(name.length, 22);
      bytes.writeUInt16LE(extraLength, 24);
      return bytes;
    };
    if (entry.sameOffsetAs === undefined) {
      const localName = Buffer.from(entry.localName ?? entry.name);
      const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), common(localName, 0), localName, packed]);
      parts.push(local);
      offsets.push(at);
      at += local.length;
    } else {
      offsets.push(offsets[entry.sameOffsetAs]!);
    }
    const name = Buffer.from(entry.name as string);
    const extra = entry.extra ?? Buffer.alloc(0);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 6);
    rest.writeUInt32LE(offsets.at(-1)!, 10);
    const head = Buffer.from("PK\x01\x02\x14\x03", "latin1");
    records.push(Buffer.concat([head, common(name, extra.length), rest, name, extra]));
  }
  const directory = Buffer.concat(records);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(options.count ?? entries.length, 8);
  end.writeUInt16LE(options.count ?? entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  const comment = Buffer.from(options.comment ?? "");
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([...parts, directory, end, comment]);
}
