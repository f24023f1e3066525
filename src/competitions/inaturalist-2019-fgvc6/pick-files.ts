import { join } from "node:path";
import type { ArchiveSource } from "../../lib/archive/archive-source.ts";
import { readTar } from "../../lib/archive/read-tar.ts";
import { MissingData } from "../../lib/errors.ts";

/** Files for a new archive, from a folder or directly from a tar archive. `paths` maps new names to old paths. */
export async function* pickFiles(
  source: { readonly folder: string } | { readonly archive: string },
  paths: ReadonlyMap<string, string>,
): AsyncGenerator<ArchiveSource> {
  if ("folder" in source) {
    for (const [name, path] of paths) yield { name, content: { file: join(source.folder, path) } };
    return;
  }
  const missing = new Map<string, string[]>();
  for (const [name, path] of paths) missing.set(path, [...(missing.get(path) ?? []), name]);
  for await (const file of readTar(source.archive)) {
    const names = missing.get(file.path);
    if (names === undefined) continue;
    missing.delete(file.path);
    const content = await file.read();
    for (const name of names) yield { name, content };
  }
  const [lost] = missing.keys();
  if (lost !== undefined)
    throw new MissingData(`${source.archive} has no file ${lost} (${missing.size} missing in total).`);
}
