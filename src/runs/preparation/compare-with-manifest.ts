import { join } from "node:path";
import { compareCodePoints } from "../../lib/compare-code-points.ts";
import { type DataPart, filesOfPart, type PreparedFile } from "../../prepare/data-times.ts";
import { hashFile } from "../../prepare/hash-file.ts";
import { type ListedFile, readListedFiles } from "../../prepare/manifest.ts";
import { type FileWorkOptions, PausingCounter } from "../../prepare/pausing-counter.ts";

/** One file that is not as the manifest lists it. */
export interface DataDifference {
  readonly kind: "missing" | "unexpected" | "size" | "content" | "damaged-manifest";
  /** Relative to `prepared/`. */
  readonly file: string;
  /** A size or an MD5; null for a missing file. */
  readonly found: number | string | null;
  /** A size or an MD5; null for an unexpected file. */
  readonly expected: number | string | null;
  /** A sentence with all of these. */
  readonly message: string;
}

interface CompareOptions extends FileWorkOptions {
  readonly parts: readonly DataPart[];
  /** Whether to read files whose size is right. */
  readonly hash: boolean;
}

const mostDifferences = 100;

/** How the files of some parts differ from the manifest's list: the first hundred differences at most. */
export async function compareWithManifest(prepared: string, options: CompareOptions): Promise<DataDifference[]> {
  const differences: DataDifference[] = [];
  try {
    for (const part of options.parts) {
      for await (const difference of comparePart(prepared, part, options)) {
        differences.push(difference);
        if (differences.length === mostDifferences) return differences;
      }
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    differences.push(damaged(error.message));
  }
  return differences;
}

/** Walks the list and the folder side by side: both have the same order, and neither need fit into memory. */
async function* comparePart(prepared: string, part: DataPart, options: CompareOptions): AsyncGenerator<DataDifference> {
  const done = new PausingCounter(options);
  const listed = listedOfPart(prepared, part);
  const found = filesOfPart(prepared, part);
  let [expected, actual] = [await next(listed), await next(found)];
  try {
    while (expected !== null || actual !== null) {
      const order = compareOrder(expected, actual);
      const difference =
        order < 0 ? missing(expected!) : order > 0 ? unexpected(actual!) : compareFile(expected!, actual!, options);
      if (difference !== null) yield difference;
      if (done.add(options.hash && order === 0 ? actual!.bytes : 0)) await done.pause();
      if (order <= 0) expected = await next(listed);
      if (order >= 0) actual = await next(found);
    }
  } finally {
    await listed.return(undefined);
    await found.return(undefined);
  }
}

async function next<T>(items: AsyncGenerator<T>): Promise<T | null> {
  const { value, done } = await items.next();
  return done === true ? null : value;
}

async function* listedOfPart(prepared: string, part: DataPart): AsyncGenerator<ListedFile> {
  for await (const file of readListedFiles(join(prepared, "manifest.json"))) {
    if (file.path.startsWith("private/") === (part === "private")) yield file;
  }
}

/** Negative when the listed file comes first. Folders are compared name by name, as `walk` orders them. */
function compareOrder(listed: ListedFile | null, found: PreparedFile | null): number {
  if (listed === null) return 1;
  if (found === null) return -1;
  if (listed.path === found.path) return 0;
  return compareCodePoints(listed.path.replaceAll("/", "\0"), found.path.replaceAll("/", "\0"));
}

function compareFile(listed: ListedFile, found: PreparedFile, options: CompareOptions): DataDifference | null {
  const file = listed.path;
  if (found.bytes !== listed.bytes) {
    const message = `${file}: found ${found.bytes} bytes, expected ${listed.bytes}.`;
    return { kind: "size", file, found: found.bytes, expected: listed.bytes, message };
  }
  if (!options.hash) return null;
  const md5 = hashFile(found.absolute, found.bytes, options.signal);
  if (md5 === listed.md5) return null;
  const message = `${file}: found md5 ${md5}, expected ${listed.md5}.`;
  return { kind: "content", file, found: md5, expected: listed.md5, message };
}

function missing({ path, bytes }: ListedFile): DataDifference {
  const message = `${path}: missing, expected a file of ${bytes} bytes.`;
  return { kind: "missing", file: path, found: null, expected: bytes, message };
}

function unexpected({ path, bytes }: PreparedFile): DataDifference {
  const message = `${path}: found ${bytes} bytes, but the preparation wrote no such file.`;
  return { kind: "unexpected", file: path, found: bytes, expected: null, message };
}

function damaged(reason: string): DataDifference {
  const file = "manifest.json";
  const message = `${file}: cannot be read (${reason}), expected the list of all prepared files.`;
  return { kind: "damaged-manifest", file, found: reason, expected: null, message };
}
