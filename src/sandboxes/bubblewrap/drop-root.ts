import type { Workspace } from "../shared/workspace.ts";

/** Where bwrap finds the folders to mount. */
export interface MountPlaces {
  readonly workspace: string;
  readonly publicData: string;
  readonly readOnly: Readonly<Record<string, string>>;
}

const stage = "/mnt";

/**
 * When we are root, the command must not be: kernel files, sockets and process counts go by the host's user. So the command
 * first becomes the workspace's user. That user may not be able to reach the folders (below a home that is closed to
 * others), so root mounts them at an open place beforehand, in a mount namespace of this command. Other users change
 * nothing.
 */
export function dropRoot(workspace: Workspace, readOnly: Readonly<Record<string, string>>) {
  const sources = [workspace.folder, workspace.publicData, ...Object.values(readOnly)];
  const staged = (index: number): string => `${stage}/${index}`;
  if (process.getuid?.() !== 0) {
    const places: MountPlaces = { workspace: workspace.folder, publicData: workspace.publicData, readOnly };
    return { prelude: [] as string[], places };
  }
  // The user's number and the sources are arguments, not part of the script: a path may hold anything.
  const script = [
    "set -e",
    `mount -t tmpfs -o mode=755 none ${stage}`,
    "user=$1 count=$2 index=0; shift 2",
    "while [ $index -lt $count ]; do",
    `  if [ -d "$1" ]; then mkdir ${stage}/$index; else : > ${stage}/$index; fi`,
    `  mount --rbind -- "$1" ${stage}/$index`,
    "  index=$((index + 1)); shift",
    "done",
    'exec setpriv --reuid $user --regid $user --clear-groups --no-new-privs --bounding-set -all --inh-caps -all "$@"',
  ].join("\n");
  const numbers = [String(workspace.user), String(sources.length)];
  return {
    prelude: ["unshare", "--mount", "--propagation", "private", "/bin/sh", "-c", script, "sh", ...numbers, ...sources],
    places: {
      workspace: staged(0),
      publicData: staged(1),
      readOnly: Object.fromEntries(Object.keys(readOnly).map((inside, index) => [inside, staged(index + 2)])),
    } satisfies MountPlaces,
  };
}
