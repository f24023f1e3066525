import { realpathSync, statSync } from "node:fs";
import path from "node:path";
import type { SandboxSpec } from "../../contracts/sandbox.ts";
import { UsageError } from "../../lib/errors.ts";
import { type DiskFolder, folderAt, isWithin, type Mount, mountOf, readMounts } from "./mount-table.ts";

/** A file or folder of the host that a sandbox shows, and where. */
export interface ShownPlace {
  readonly inside: string;
  readonly source: string;
}

/**
 * Where a sandbox must put an empty folder over what it shows, so that the specification's `hidden` folders stay hidden. They
 * are found through symbolic links and through other mounts of the same file system as well.
 *
 * @throws UsageError when something shown, other than the public data and that of a rehearsal, is itself in a hidden folder.
 */
export function placesToCover(
  spec: Pick<SandboxSpec, "hidden" | "publicData" | "rehearsalData" | "workspace">,
  shown: readonly ShownPlace[],
): string[] {
  const mounts = readMounts();
  const hidden = (spec.hidden ?? []).flatMap((folder) => realPath(folder) ?? []);
  const workspace = realPath(spec.workspace);
  const publicFolders = [spec.publicData, ...(spec.rehearsalData ?? [])].map(realPath);
  const covered = shown.flatMap(({ inside, source: named }) => {
    const source = realPath(named);
    if (source === null) return [];
    return hidden.flatMap((folder) => {
      const places = waysTo(folder, mounts).filter((place) => isWithin(place, source));
      const isAllowed = publicFolders.includes(source) || (workspace !== null && isWithin(workspace, folder));
      if (places.includes(source) || (!isAllowed && leadsInto(source, folder, mounts))) throw refusal(named, folder);
      return places.map((place) => path.join(inside, path.relative(source, firstClosed(place, source))));
    });
  });
  return outermost(covered);
}

function refusal(source: string, folder: string): UsageError {
  return new UsageError(
    `The sandbox would show ${source} to the agent, but that is in ${folder}, which agents must not see: ` +
      "it holds answers, or other runs. Move one of them.",
  );
}

/** Every path that leads to a folder or to a part of it. */
function waysTo(folder: string, mounts: readonly Mount[]): string[] {
  const parts = partsOf(folder, mounts);
  return mounts.flatMap((mount) =>
    parts
      .filter(({ device }) => device === mount.device)
      .flatMap(({ root }) => {
        if (isWithin(root, mount.root)) return [path.join(mount.place, path.relative(mount.root, root))];
        return isWithin(mount.root, root) ? [mount.place] : [];
      })
      // Not where another mount lies on top.
      .filter((place) => mountOf(place, mounts) === mount),
  );
}

function leadsInto(source: string, folder: string, mounts: readonly Mount[]): boolean {
  const { device, root } = folderAt(source, mounts);
  return partsOf(folder, mounts).some((part) => part.device === device && isWithin(root, part.root));
}

/** A folder, and the file systems mounted below it. */
function partsOf(folder: string, mounts: readonly Mount[]): DiskFolder[] {
  return [folderAt(folder, mounts), ...mounts.filter(({ place }) => isWithin(place, folder))];
}

/**
 * As root, commands run as a user who owns nothing. Nothing can be put over a folder that this user cannot reach, so the
 * closed folder above it is covered instead.
 */
function firstClosed(place: string, source: string): string {
  if (process.getuid?.() !== 0) return place;
  const names = path.relative(source, place).split("/");
  const above = names.slice(0, -1).map((_, index) => path.join(source, ...names.slice(0, index + 1)));
  return above.find((folder) => (statSync(folder).mode & 0o001) === 0) ?? place;
}

function outermost(places: readonly string[]): string[] {
  return [...new Set(places)].filter((place) => !places.some((other) => other !== place && isWithin(place, other)));
}

function realPath(place: string): string | null {
  try {
    return realpathSync.native(place);
  } catch {
    return null;
  }
}
