import { accessSync, constants, existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/** What a control group can limit, by the kernel's names; `cpuacct` only counts. */
export type GroupResource = "memory" | "cpu" | "pids" | "cpuacct";

/** Where the kernel describes its control groups. */
export interface GroupSystem {
  readonly mounts: string;
  readonly ownGroups: string;
}

/** The running kernel's. */
export const thisSystem: GroupSystem = { mounts: "/proc/self/mounts", ownGroups: "/proc/self/cgroup" };

/** A control group's folder, for one resource. */
export interface GroupFolder {
  readonly path: string;
  readonly resource: GroupResource;
  readonly version: 1 | 2;
}

interface GroupMount {
  readonly path: string;
  readonly controllers: readonly string[] | null;
}

/** For each resource, the folder below which we may make a group; resources that we may not limit are left out. */
export function groupParents(resources: readonly GroupResource[], system: GroupSystem = thisSystem): GroupFolder[] {
  const mounts = readMounts(system.mounts);
  const own = readOwnGroups(system.ownGroups);
  return resources.flatMap((resource): GroupFolder[] => {
    for (const mount of mounts.filter(({ controllers }) => controllers?.includes(resource))) {
      const folder = path.join(mount.path, own.get(resource) ?? "/");
      if (isWritable(folder)) return [{ path: folder, resource, version: 1 }];
    }
    // Version 2 counts processor time in every group.
    if (resource === "cpuacct") return [];
    for (const mount of mounts.filter(({ controllers }) => controllers === null)) {
      const folder = path.join(mount.path, own.get("") ?? "/");
      // In version 2 a group with processes has no limited children: ours can only have limited siblings.
      for (const parent of new Set([folder, path.dirname(folder)])) {
        if (parent.startsWith(mount.path) && passesOn(parent, resource))
          return [{ path: parent, resource, version: 2 }];
      }
    }
    return [];
  });
}

/** The group that counts a resource for a process of this machine; null where there is none. */
export function groupOfProcess(
  pid: number,
  resource: GroupResource,
  system: GroupSystem = thisSystem,
): GroupFolder | null {
  const groups = readOwnGroups(`/proc/${pid}/cgroup`);
  const mounts = readMounts(system.mounts);
  const first = mounts.find(({ controllers }) => controllers?.includes(resource));
  const version = first === undefined ? 2 : 1;
  const mount = first ?? mounts.find(({ controllers }) => controllers === null);
  const group = groups.get(version === 1 ? resource : "");
  return mount === undefined || group === undefined ? null : { path: path.join(mount.path, group), resource, version };
}

/** Whether groups below this one can limit the resource. Enables it where possible. */
function passesOn(folder: string, resource: GroupResource): boolean {
  if (!isWritable(folder)) return false;
  const file = path.join(folder, "cgroup.subtree_control");
  const has = (): boolean => existsSync(file) && readFileSync(file, "utf8").split(/\s+/).includes(resource);
  if (has()) return true;
  try {
    writeFileSync(file, `+${resource}`);
  } catch {
    return false;
  }
  return has();
}

/** Mounted hierarchies: version 1 with the controllers in each, version 2 with null. */
function readMounts(file: string): GroupMount[] {
  return lines(file).flatMap((line): GroupMount[] => {
    const [, place, type, options] = line.split(" ");
    if (type === "cgroup2") return [{ path: place!, controllers: null }];
    return type === "cgroup" ? [{ path: place!, controllers: options!.split(",") }] : [];
  });
}

/** Our own group in each hierarchy, by controller; version 2 under the empty name. */
function readOwnGroups(file: string): Map<string, string> {
  const groups = new Map<string, string>();
  for (const line of lines(file)) {
    const [, controllers, ...rest] = line.split(":");
    for (const controller of controllers!.split(",")) groups.set(controller, rest.join(":"));
  }
  return groups;
}

function lines(file: string): string[] {
  return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
