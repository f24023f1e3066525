import { readFileSync } from "node:fs";
import path from "node:path";

/** One mount: which folder (`root`) of which file system (`device`) is at which place. */
export interface Mount {
  readonly device: string;
  readonly root: string;
  readonly place: string;
}

/** What a path leads to, whichever mount it goes through. */
export interface DiskFolder {
  readonly device: string;
  readonly root: string;
}

/** The mounts of this system, in the order in which they were made. Where it does not list them, one for everything. */
export function readMounts(file = "/proc/self/mountinfo"): Mount[] {
  try {
    return readFileSync(file, "utf8").split("\n").filter(Boolean).map(parseLine);
  } catch {
    return [{ device: "", root: "/", place: "/" }];
  }
}

function parseLine(line: string): Mount {
  const [, , device, root, place] = line.split(" ");
  return { device: device!, root: decode(root!), place: decode(place!) };
}

/** White space and backslashes are written as three octal digits each. */
function decode(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));
}

/** The mount that a path without symbolic links goes through: the innermost one, and of several at one place the last. */
export function mountOf(place: string, mounts: readonly Mount[]): Mount {
  return mounts
    .filter((mount) => isWithin(place, mount.place))
    .reduce((best, mount) => (mount.place.length >= best.place.length ? mount : best));
}

/** What is at a path without symbolic links. */
export function folderAt(place: string, mounts: readonly Mount[]): DiskFolder {
  const { device, root, place: mounted } = mountOf(place, mounts);
  return { device, root: path.join(root, path.relative(mounted, place)) };
}

/** Whether a path is a folder or below it. */
export function isWithin(place: string, folder: string): boolean {
  return place === folder || place.startsWith(folder === "/" ? "/" : `${folder}/`);
}
