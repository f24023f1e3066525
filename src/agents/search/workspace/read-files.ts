import { posix } from "node:path";
import type { Sandbox } from "../../../contracts/sandbox.ts";

/** Of a program's files, so much is recorded: the rest is in the repository alone. */
const mostFiles = 100;
const mostBytes = 400_000;

/**
 * The text files of a commit, small ones first to go in.
 *
 * @param listing What `git ls-tree -r -l -z` prints.
 */
export async function readFiles(
  sandbox: Pick<Sandbox, "readFile">,
  folder: string,
  listing: string,
): Promise<{ readonly files: Readonly<Record<string, string>>; readonly isWhole: boolean }> {
  const entries = listing.split("\0").flatMap((line) => {
    const [, mode, size, path] = /^(\d+) \S+ \S+ +(\d+|-)\t([\s\S]+)$/.exec(line) ?? [];
    return path === undefined ? [] : [{ path, bytes: Number(size), isFile: mode!.startsWith("100") }];
  });
  const files = new Map<string, string>();
  let left = mostBytes;
  for (const { path, bytes, isFile } of entries.toSorted((one, other) => one.bytes - other.bytes)) {
    if (!isFile || bytes > left || files.size === mostFiles) continue;
    const content = await sandbox.readFile(posix.join(folder, path), { maxBytes: left }).catch(() => null);
    const text = content === null ? null : textOf(content);
    if (text === null) continue;
    files.set(path, text);
    left -= bytes;
  }
  const byPath = [...files].sort(([one], [other]) => (one < other ? -1 : 1));
  return { files: Object.fromEntries(byPath), isWhole: files.size === entries.length };
}

/** Null for what is not text. */
function textOf(content: Uint8Array): string | null {
  if (content.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    return null;
  }
}
