import { open } from "node:fs/promises";
import { GunzippedBytes } from "./byte-source.ts";
import { blockBytes, parseTarHeader } from "./tar-header.ts";

/** The archive formats that can be extracted. */
export type ArchiveFormat = "zip" | "7z" | "tar" | "tar.gz";

/** Formats that are only recognised, to name them in a message. */
const others: [name: string, magic: number[]][] = [
  ["bzip2", [0x42, 0x5a, 0x68]],
  ["xz", [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]],
  ["zstandard", [0x28, 0xb5, 0x2f, 0xfd]],
  ["rar", [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07]],
];

/** A file's format, judged by its first bytes and not by its name; if it is not an archive, a word for what it is. */
export async function detectArchive(file: string): Promise<{ format: ArchiveFormat } | { other: string }> {
  const head = await readHead(file);
  const startsWith = (...magic: number[]) => magic.every((byte, i) => head[i] === byte);
  if (startsWith(0x50, 0x4b, 3, 4) || startsWith(0x50, 0x4b, 5, 6) || startsWith(0x50, 0x4b, 7, 8)) {
    return { format: "zip" };
  }
  if (startsWith(0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c)) return { format: "7z" };
  if (startsWith(0x1f, 0x8b)) return (await holdsTar(file)) ? { format: "tar.gz" } : { other: "gzip of a single file" };
  if (isTarStart(head)) return { format: "tar" };
  const other = others.find(([, magic]) => startsWith(...magic));
  if (other !== undefined) return { other: `${other[0]} file` };
  return { other: head.length === 0 ? "empty file" : "file of another kind" };
}

async function readHead(file: string): Promise<Buffer> {
  const handle = await open(file, "r");
  try {
    const head = Buffer.alloc(blockBytes);
    const { bytesRead } = await handle.read(head, 0, head.length, 0);
    return head.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function holdsTar(file: string): Promise<boolean> {
  const content = new GunzippedBytes(file);
  try {
    return isTarStart(await content.take(blockBytes));
  } catch {
    return false;
  } finally {
    await content.close();
  }
}

/** Whether a block is a tar header, or the zeros of a tar file without entries. */
function isTarStart(block: Buffer): boolean {
  return block.length === blockBytes && (parseTarHeader(block) !== null || block.every((byte) => byte === 0));
}
