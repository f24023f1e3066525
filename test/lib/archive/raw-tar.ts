import { checksum } from "../../../src/lib/archive/tar-header.ts";

/** A tar entry to be written exactly as given, however wrong. */
export interface RawTarEntry {
  name: string;
  content?: string | Buffer;
  typeFlag?: string;
  linkTarget?: string;
  size?: number;
}

/** Builds a tar file by hand, with its end mark. */
export function rawTar(entries: RawTarEntry[]): Buffer {
  return Buffer.concat([...entries.map(rawTarEntry), Buffer.alloc(1024)]);
}

/** The blocks of one entry. */
export function rawTarEntry(entry: RawTarEntry): Buffer {
  const content = Buffer.from(entry.content ?? "");
  const block = Buffer.alloc(512);
  block.write(entry.name, 0);
  block.write("0000644\x000000000\x000000000\0", 100, "latin1");
  block.write((entry.size ?? content.length).toString(8).padStart(11, "0"), 124, "latin1");
  block.write("00000000000", 136, "latin1");
  block.write(entry.typeFlag ?? "0", 156, "latin1");
  block.write(entry.linkTarget ?? "", 157);
  block.write("ustar\x0000", 257, "latin1");
  block.write(`${checksum(block).toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return Buffer.concat([block, content, Buffer.alloc((512 - (content.length % 512)) % 512)]);
}
