import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { MissingData } from "../../lib/errors.ts";

/**
 * The folders that may be meant by a given folder of raw data, the likeliest first. People pass the extracted archive, a
 * folder that holds one such folder per competition, or an extracted archive inside a folder of its own.
 */
export function rawFolders(id: string, given: string): [string, ...string[]] {
  const own = join(given, id);
  const folder = isFolder(own) ? own : given;
  if (!holdsFiles(folder)) throw new MissingData(`There is no raw data of \`${id}\` in ${folder}.`);
  const inner = onlyFolder(folder);
  return inner === null ? [folder] : [folder, inner];
}

/** Whether a folder is not empty. Our folders appear only when complete, so one that is not empty is complete. */
export function holdsFiles(folder: string): boolean {
  return isFolder(folder) && readdirSync(folder).length > 0;
}

/** What archive programs and file managers add. */
const clutter = /^(?:\..*|__MACOSX|desktop\.ini|Thumbs\.db)$/;

/** The one folder in a folder that holds nothing else; null when there is none. */
function onlyFolder(folder: string): string | null {
  const [only, ...others] = readdirSync(folder).filter((name) => !clutter.test(name));
  if (only === undefined || others.length > 0) return null;
  const path = join(folder, only);
  return holdsFiles(path) ? path : null;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
