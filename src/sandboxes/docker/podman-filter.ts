import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";

const rule = z.looseObject({ names: z.array(z.string()), action: z.string() });
const filter = z.looseObject({ syscalls: z.array(rule) });

// In podman's own order.
const places = ["/etc/containers/seccomp.json", "/usr/share/containers/seccomp.json"];

// Docker allows these only to containers with CAP_SYS_ADMIN. Podman allows them to all, and any process has that right in
// a user namespace of its own making, which opens much of the kernel that was written for root alone.
const forRoot = [
  ...["fsconfig", "fsmount", "fsopen", "fspick", "mount", "mount_setattr", "move_mount", "open_tree"],
  ...["pivot_root", "setns", "syslog", "umount", "umount2", "unshare", "keyctl", "add_key", "request_key"],
];
const newNamespaces = 0x7e020000;
const notPermitted = 1;
const unknownCall = 38;

/**
 * Writes podman's installed filter of system calls without those that make or enter namespaces and change mounts, which
 * Docker's filter does not allow either. Returns the file for podman to read, or null when podman's is not on this machine.
 */
export async function writePodmanFilter(folder: string, installed: readonly string[] = places): Promise<string | null> {
  for (const place of installed) {
    const text = await readFile(place, "utf8").catch(() => null);
    if (text === null) continue;
    const file = path.join(folder, "seccomp.json");
    await writeFile(file, JSON.stringify(tighten(filter.parse(JSON.parse(text)))), { mode: 0o644 });
    return file;
  }
  return null;
}

function tighten(installed: z.infer<typeof filter>): z.infer<typeof filter> {
  const moved = new Set([...forRoot, "clone", "clone3"]);
  const rules = installed.syscalls.map((one) => ({ ...one, names: one.names.filter((name) => !moved.has(name)) }));
  // The flags of a new process are the first argument, except on these.
  const others = ["s390", "s390x"];
  const clone = (index: number, more: object) => ({
    names: ["clone"],
    action: "SCMP_ACT_ALLOW",
    args: [{ index, value: newNamespaces, valueTwo: 0, op: "SCMP_CMP_MASKED_EQ" }],
    ...more,
  });
  return {
    ...installed,
    syscalls: [
      ...rules.filter(({ names }) => names.length > 0),
      { names: forRoot, action: "SCMP_ACT_ERRNO", errnoRet: notPermitted },
      clone(0, { excludes: { arches: others } }),
      clone(1, { includes: { arches: others } }),
      // Its flags are in memory, where a filter cannot see them. Programs fall back to `clone` when it is missing.
      { names: ["clone3"], action: "SCMP_ACT_ERRNO", errnoRet: unknownCall },
    ],
  };
}
