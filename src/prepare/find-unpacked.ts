import { existsSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/**
 * Where a member of an archive is if the archive was unpacked by hand: in the archive's folder, or in a folder named after
 * the archive. Without a member, the folder named after the archive. Null if it is in neither place.
 */
export function findUnpacked(archive: string, member?: string): string | null {
  const folder = dirname(archive);
  const named = join(folder, basename(archive).replace(/\.(?:zip|7z|tar|tar\.gz|tgz)$/i, ""));
  const isFolder = statSync(named, { throwIfNoEntry: false })?.isDirectory() ?? false;
  if (member === undefined) return isFolder ? named : null;
  return [join(named, member), join(folder, member)].find((path) => existsSync(path)) ?? null;
}
