import { type ByteSource, FileBytes, GunzippedBytes } from "./byte-source.ts";

/** The content of a tar or tar.gz file, decompressed if necessary. */
export async function openTar(archive: string): Promise<ByteSource> {
  const plain = await FileBytes.open(archive);
  const isCompressed = (await plain.take(2)).equals(Buffer.from([0x1f, 0x8b]));
  await plain.close();
  return isCompressed ? new GunzippedBytes(archive) : FileBytes.open(archive);
}
