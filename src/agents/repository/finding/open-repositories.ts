import { lstatSync, readdirSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { extractArchive } from "../../../lib/archive/extract-archive.ts";
import { UsageError } from "../../../lib/errors.ts";

/** A repository on this machine. */
export interface RepositoryFolder {
  readonly name: string;
  readonly root: string;
  /** Where it is in the sandbox, unless it is shown there like the user's own. */
  readonly inside?: string;
}

export interface OpenedRepositories {
  readonly repositories: readonly RepositoryFolder[];
  /** Archives that could not be unpacked and addresses that could not be cloned, with the reason. */
  readonly failed: readonly { readonly name: string; readonly reason: string }[];
}

const archive = /\.(?:zip|tar|tar\.gz|tgz)$/i;

/** A repository of source code is small. */
const limits = { totalBytes: 4e9, entries: 200_000, ratioFloorBytes: 1e8 };
const mostRepositories = 1_000;

/**
 * The repositories in a folder: its subfolders, and its archives, which are unpacked below `scratch`. Hidden entries and links
 * are passed over.
 *
 * @throws UsageError when the folder cannot be read or has more repositories than can be looked at.
 */
export async function openRepositories(folder: string, scratch: string): Promise<OpenedRepositories> {
  const entries = entriesOf(folder);
  const repositories: RepositoryFolder[] = [];
  const failed: { name: string; reason: string }[] = [];
  for (const entry of entries) {
    if (entry.isDirectory()) repositories.push({ name: entry.name, root: join(folder, entry.name) });
    else if (entry.isFile() && archive.test(entry.name)) {
      const short = entry.name.replace(archive, "");
      const name = entries.some((other) => other !== entry && other.name.replace(archive, "") === short)
        ? entry.name
        : short;
      try {
        repositories.push({ name, root: await unpack(join(folder, entry.name), join(scratch, entry.name)) });
      } catch (error) {
        failed.push({ name: entry.name, reason: (error as Error).message });
      }
    }
  }
  return { repositories, failed };
}

function entriesOf(folder: string) {
  try {
    const entries = readdirSync(folder, { withFileTypes: true })
      .filter(({ name }) => !name.startsWith("."))
      .sort((left, right) => (left.name < right.name ? -1 : 1));
    if (entries.length <= mostRepositories) return entries;
  } catch (cause) {
    throw new UsageError(`The folder of repositories cannot be read: ${(cause as Error).message}.`, { cause });
  }
  throw new UsageError(
    `${folder} has more than ${mostRepositories} entries. Give a folder that holds only repositories.`,
  );
}

/** Unpacks an archive, and returns the folder that the repository is in: most archives have one folder around it. */
async function unpack(file: string, target: string): Promise<string> {
  await mkdir(target, { recursive: true });
  await extractArchive(file, target, { limits });
  const [only, ...others] = readdirSync(target);
  const inner = join(target, basename(only ?? ""));
  return only !== undefined && others.length === 0 && lstatSync(inner).isDirectory() ? inner : target;
}
