import type { ZipEntry } from "./zip-directory.ts";
import { ZipReader } from "./zip-reader.ts";

/** The entries of a zip file in the order of its central directory, unchecked. */
export async function listZip(archive: string): Promise<readonly ZipEntry[]> {
  const reader = await ZipReader.open(archive);
  await reader.close();
  return reader.entries;
}
