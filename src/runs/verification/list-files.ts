import { isUtf8 } from "node:buffer";
import { readdir } from "node:fs/promises";

/** A file, link or other entry that is not a folder. */
export interface ListedFile {
  /** Relative to the listed folder; bytes that are not UTF-8 are replaced. */
  readonly path: string;
  /** Whether `path` is exact: a name that is not UTF-8 may look like that of another file. */
  readonly isExact: boolean;
}

/** All files below a folder, links included but not followed. `skipped` are names at its top. */
export async function listFiles(folder: string, skipped: ReadonlySet<string>): Promise<ListedFile[]> {
  const files: ListedFile[] = [];
  const pending = [Buffer.alloc(0)];
  for (let below = pending.pop(); below !== undefined; below = pending.pop()) {
    const place = Buffer.concat([Buffer.from(`${folder}/`), below]);
    for (const entry of await readdir(place, { withFileTypes: true, encoding: "buffer" })) {
      const bytes = Buffer.concat([below, entry.name]);
      const path = bytes.toString("utf8");
      if (skipped.has(path)) continue;
      if (entry.isDirectory()) pending.push(Buffer.concat([bytes, Buffer.from("/")]));
      else files.push({ path, isExact: isUtf8(bytes) });
    }
  }
  return files;
}
