import { realpathSync } from "node:fs";
import { homedir } from "node:os";
import { basename, delimiter, dirname, isAbsolute, join, relative } from "node:path";
import type { SandboxTraits } from "../../contracts/sandbox-kind.ts";
import { isWithin } from "../../sandboxes/shared/mount-table.ts";
import { isFile } from "./host-files.ts";

/** What a program is started in. */
export interface ProgramView {
  readonly sandbox: string;
  readonly traits: Pick<SandboxTraits, "hostFolders" | "takesImage" | "ownFileSystem">;
  /** Path inside -> path on the host. */
  readonly mounts: Readonly<Record<string, string>>;
  /** PATH inside. */
  readonly path: string;
}

/**
 * Why a program that this machine has cannot be started in a sandbox, and what to do; null when it can, or when only the
 * sandbox can say.
 */
export function explainProgram(program: string, view: ProgramView): string | null {
  const { traits, sandbox } = view;
  if (isAbsolute(program)) {
    if (isVisible(program, view) || !isFile(program) || !isForeign(program, view)) return null;
    return `The program ${program} is not in the sandbox ${sandbox}. ${advice(program, view)}`;
  }
  if (traits.takesImage || program.includes("/") || inPath(view.path, program, (file) => isVisible(file, view))) {
    return null;
  }
  const place = inPath(process.env.PATH ?? "", program, isFile);
  if (place === null) return null;
  const why = traits.ownFileSystem ? `which the sandbox ${sandbox} does not show` : `which is not in the agent's PATH`;
  return `The program \`${program}\` is in ${dirname(place)}, ${why}. ${advice(place, view)}`;
}

function inPath(path: string, program: string, isThere: (file: string) => boolean): string | null {
  const files = path
    .split(delimiter)
    .filter(isAbsolute)
    .map((folder) => join(folder, program));
  return files.find(isThere) ?? null;
}

/** An image may have a program of its own at any place except the user's home. */
function isForeign(program: string, { traits, mounts }: ProgramView): boolean {
  return (
    !traits.takesImage || (isWithin(program, homedir()) && !Object.keys(mounts).some((one) => isWithin(program, one)))
  );
}

function isVisible(inside: string, { traits, mounts }: ProgramView): boolean {
  const isShown = (place: string): boolean => traits.hostFolders.some((folder) => isWithin(place, folder));
  const [mount] = Object.keys(mounts)
    .filter((place) => isWithin(inside, place))
    .sort()
    .reverse();
  if (mount === undefined && !isShown(inside)) return false;
  const onHost = mount === undefined ? inside : join(mounts[mount]!, relative(mount, inside));
  if (!isFile(onHost)) return false;
  const target = realpathSync(onHost);
  return isShown(target) || Object.values(mounts).some((source) => isWithin(target, realpathSync(source)));
}

function advice(place: string, { traits }: ProgramView): string {
  if (/^python[\d.]*$/.test(basename(place))) return `Add --python ${place}`;
  if (!traits.ownFileSystem) return `Name it by its path: ${place}`;
  const folders = [...new Set([dirname(place), dirname(realpathSync(place))])];
  return `Add ${folders.map((folder) => `--mount ${folder}`).join(" ")} and name the program by its path: ${place}`;
}
