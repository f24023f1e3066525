import { createHash } from "node:crypto";
import { extname } from "node:path";
import { openTar } from "../../../lib/archive/open-tar.ts";
import { TarReader } from "../../../lib/archive/tar-reader.ts";
import { formatBytes } from "../../../lib/format-bytes.ts";
import { memberInMemory } from "./member-in-memory.ts";
import type { AuditedFile } from "./public-files.ts";

/** A tar archive can only be read from its start: beyond this it is left alone. */
const mostBytes = 8e9;
/** Content is kept of so many members of each kind, if they are not larger than this. */
const keptOfKind = 3;
const largestKept = 64e6;

/** The members of a tar or tar.gz file, with the content of some of them. */
export async function listTarFiles(
  path: string,
  absolute: string,
): Promise<{ readonly files: readonly AuditedFile[]; readonly notes: readonly string[] }> {
  const files: AuditedFile[] = [];
  const kept = new Map<string, number>();
  const source = await openTar(absolute);
  let read = 0;
  try {
    for await (const entry of new TarReader(absolute, source).entries()) {
      if (entry.type !== "file") continue;
      read += entry.size;
      if (read > mostBytes) {
        return { files, notes: [`public/${path}: only the first ${formatBytes(mostBytes)} were looked at.`] };
      }
      const extension = extname(entry.name).toLowerCase();
      const count = kept.get(extension) ?? 0;
      const isKept = count < keptOfKind && entry.size <= largestKept;
      kept.set(extension, count + 1);
      const content = isKept ? await entry.read() : null;
      const hash = createHash("md5");
      if (content !== null) hash.update(content);
      else for await (const piece of entry.pieces()) hash.update(piece);
      const name = `${path}/${entry.name.replace(/^(\.\/)+/, "")}`;
      files.push({ ...memberInMemory(name, entry.size, content), digest: `md5 ${hash.digest("hex")}` });
    }
    return { files, notes: [] };
  } finally {
    await source.close();
  }
}
