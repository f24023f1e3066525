import { existsSync, readdirSync } from "node:fs";
import { mkdir, open, rename, rmdir, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { hasCode } from "../../lib/error-code.ts";
import { UsageError } from "../../lib/errors.ts";
import { removeTree } from "../../lib/files/remove-tree.ts";
import { syncDirectory } from "../../lib/files/replace-file.ts";
import { temporarySibling } from "../../lib/files/temporary-sibling.ts";
import type { Export, ExportContent } from "./export-format.ts";

export interface WrittenFile {
  readonly path: string;
  readonly bytes: number;
}

/**
 * Writes files into a folder. They are complete before any of them gets its name: a failure leaves nothing behind.
 *
 * @throws UsageError when one of them exists and `force` was not asked for, or when others would be taken for part of them.
 */
export async function writeExport(
  { files, claims }: Pick<Export, "files" | "claims">,
  folder: string,
  { force }: { readonly force: boolean },
): Promise<WrittenFile[]> {
  const paths = files.map(({ name }) => join(folder, name));
  const existing = paths.filter((path) => existsSync(path));
  if (existing.length > 0 && !force) throw new UsageError(refusal(existing));
  if (claims !== undefined) refuseOthers(paths, claims);
  const created = await mkdir(folder, { recursive: true });
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
    if (created !== undefined) await removeEmpty(folder, created);
  }
}

/** Removes a folder and those around it, up to `outermost`, if nothing is in them. */
async function removeEmpty(folder: string, outermost: string): Promise<void> {
  try {
    for (let next = folder; next.startsWith(outermost); next = dirname(next)) await rmdir(next);
  } catch (error) {
    if (!hasCode(error, "ENOTEMPTY", "EEXIST")) throw error;
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

/** @throws UsageError when a folder has a file of a claimed name that is not among the paths. */
function refuseOthers(paths: readonly string[], claims: RegExp): void {
  const folders = [...new Set(paths.map((path) => dirname(path)))].filter((folder) => existsSync(folder));
  const present = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
  const other = present.find((path) => claims.test(basename(path)) && !paths.includes(path));
  if (other === undefined) return;
  throw new UsageError(`${other} would be read as part of this export. Remove it, or choose another folder.`);
}

function refusal([first, ...others]: readonly string[]): string {
  const more = others.length === 0 ? "" : ` So do ${others.length} other files.`;
  return `${first} exists already.${more} To replace what is there, add --force.`;
}
