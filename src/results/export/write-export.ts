import { existsSync } from "node:fs";
import { mkdir, open, rename, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { UsageError } from "../../lib/errors.ts";
import { removeTree } from "../../lib/files/remove-tree.ts";
import { syncDirectory } from "../../lib/files/replace-file.ts";
import { temporarySibling } from "../../lib/files/temporary-sibling.ts";
import type { ExportContent, ExportFile } from "./export-format.ts";

export interface WrittenFile {
  readonly path: string;
  readonly bytes: number;
}

/**
 * Writes files into a folder. They are complete before any of them gets its name: a failure leaves nothing behind.
 *
 * @throws UsageError when one of them exists and `force` was not asked for.
 */
export async function writeExport(
  files: readonly ExportFile[],
  folder: string,
  { force }: { readonly force: boolean },
): Promise<WrittenFile[]> {
  const existing = files.map(({ name }) => join(folder, name)).filter((path) => existsSync(path));
  if (existing.length > 0 && !force) throw new UsageError(refusal(existing));
  await mkdir(folder, { recursive: true });
  const unfinished = temporarySibling(join(folder, "export"));
  try {
    for (const { name, content } of files) await writeContent(join(unfinished, name), content);
    const written: WrittenFile[] = [];
    for (const { name } of files) {
      const path = join(folder, name);
      await mkdir(dirname(path), { recursive: true });
      await rename(join(unfinished, name), path);
      written.push({ path, bytes: (await stat(path)).size });
    }
    await syncDirectory(folder);
    return written;
  } finally {
    await removeTree(unfinished);
  }
}

async function writeContent(path: string, content: ExportContent): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  if (content.kind === "binary") await content.write(path);
  const handle = await open(path, "a");
  try {
    if (content.kind === "text") await writeFile(handle, content.pieces());
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function refusal([first, ...others]: readonly string[]): string {
  const more = others.length === 0 ? "" : ` So do ${others.length} other files.`;
  return `${first} exists already.${more} To replace what is there, add --force.`;
}
