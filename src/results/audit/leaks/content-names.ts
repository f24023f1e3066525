import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { ZipReader } from "../../../lib/archive/zip-reader.ts";
import { matNames } from "../../../lib/formats/mat-names.ts";

/** A name inside a file: a field, a key, a member of an archive. */
export interface ContentName {
  /** The file within the file, if it is an archive; otherwise empty. */
  readonly inside: string;
  readonly name: string;
}

/** The names in a file's content, as far as its format is known. Throws if it is damaged. */
export async function contentNames(extension: string, bytes: Buffer): Promise<readonly ContentName[]> {
  if (extension === ".mat") return fieldNames(bytes);
  if (extension === ".json")
    return [...keysOf(JSON.parse(bytes.toString("utf8")))].map((name) => ({ inside: "", name }));
  if (extension === ".zip") return zipNames(bytes);
  return [];
}

function fieldNames(bytes: Buffer): ContentName[] {
  return matNames(bytes)
    .filter(({ isEmpty }) => !isEmpty)
    .map(({ path }) => ({ inside: "", name: path }));
}

/** Keys of objects, however deep they are nested. */
function keysOf(json: unknown, found = new Set<string>(), depth = 0): Set<string> {
  if (typeof json !== "object" || json === null || depth > 6 || found.size > 1000) return found;
  if (Array.isArray(json)) for (const each of json.slice(0, 20)) keysOf(each, found, depth + 1);
  else {
    for (const [key, value] of Object.entries(json)) {
      found.add(key);
      keysOf(value, found, depth + 1);
    }
  }
  return found;
}

const mostMembers = 20;

/** The members of an archive inside an archive, and the names in some of them. */
async function zipNames(bytes: Buffer): Promise<ContentName[]> {
  const folder = await mkdtemp(join(tmpdir(), "mlebench-audit-"));
  try {
    await writeFile(join(folder, "inner.zip"), bytes);
    const reader = await ZipReader.open(join(folder, "inner.zip"));
    try {
      const names: ContentName[] = [];
      for (const entry of reader.entries.filter(({ type }) => type === "file").slice(0, mostMembers)) {
        const extension = extname(entry.name).toLowerCase();
        const stem = entry.name.slice(0, entry.name.length - extension.length);
        names.push({ inside: entry.name, name: stem });
        if (extension === ".zip" || entry.size > 64e6) continue;
        const within = await contentNames(extension, await reader.read(entry)).catch(() => []);
        names.push(...within.map(({ name }) => ({ inside: entry.name, name })));
      }
      return names;
    } finally {
      await reader.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
