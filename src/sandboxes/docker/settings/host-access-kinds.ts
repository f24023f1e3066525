import { z } from "zod";
import { kind, pairs, texts } from "./setting-kinds.ts";

/** Capabilities that stay within the container: the engine's default set, and three for debugging and speed. */
const harmless = new Set(
  `AUDIT_WRITE CHOWN DAC_OVERRIDE FOWNER FSETID KILL MKNOD NET_BIND_SERVICE NET_RAW SETFCAP SETGID SETPCAP SETUID SYS_CHROOT
  IPC_LOCK SYS_NICE SYS_PTRACE`.split(/\s+/),
);

export const capabilities = kind(texts, (value, { key, draft }) => {
  const risky = value.filter((name) => !harmless.has(name.toUpperCase().replace(/^CAP_/, "")));
  if (risky.length > 0) draft.refused.push(`${key}: ${risky.join(", ")}`);
  draft.hostConfig.CapAdd = value;
});

/** `no-new-privileges` is always set; turning a profile off exposes the kernel. */
export const securityOptions = kind(texts, (value, { key, draft }) => {
  const risky = value.filter((option) => !/^no-new-privileges([:=]true)?$/.test(option));
  if (risky.length === 0) return;
  draft.refused.push(`${key}: ${risky.join(", ")}`);
  draft.hostConfig.SecurityOpt = risky;
});

/** Graphics cards and fast networks need their device files; disks and memory belong to the host. */
const safeDevice = /^\/dev\/(nvidia[\w-]*|nvidia-caps\/.+|dri(\/.+)?|kfd|infiniband(\/.+)?)$/;

/** `/dev/x`, `/dev/x:/dev/y` or `/dev/x:/dev/y:rwm`. */
export const devices = kind(texts, (value, { key, draft }) => {
  const parts = value.map((line) => line.split(":") as [string, string?, string?]);
  const risky = parts.filter(([outside]) => !safeDevice.test(outside)).map(([outside]) => outside);
  if (risky.length > 0) draft.refused.push(`${key}: ${risky.join(", ")}`);
  draft.hostConfig.Devices = parts.map(([outside, inside = outside, rights = "rwm"]) => ({
    PathOnHost: outside,
    PathInContainer: inside,
    CgroupPermissions: rights,
  }));
});

/** File systems in memory: a path, a list of paths, or a mapping, each with the options of `mount`. */
export const temporaryFolders = kind(
  z.union([
    z.record(z.string(), z.string()),
    z
      .union([z.string().transform((one) => [one]), texts])
      .transform((lines) => Object.fromEntries(lines.map((line) => [line.split(":")[0]!, line.split(":")[1] ?? ""]))),
  ]),
  (value, { draft }) => {
    draft.hostConfig.Tmpfs = { ...(draft.hostConfig.Tmpfs as object | undefined), ...value };
  },
);

const amountOfLimit = z.number().int();
const limitPair = z.union([
  amountOfLimit.transform((both) => ({ soft: both, hard: both })),
  z.object({ soft: amountOfLimit, hard: amountOfLimit }),
]);
const limitEntry = z.union([
  z.object({ Name: z.string(), Soft: amountOfLimit, Hard: amountOfLimit }),
  z
    .object({ name: z.string(), soft: amountOfLimit, hard: amountOfLimit })
    .transform(({ name, soft, hard }) => ({ Name: name, Soft: soft, Hard: hard })),
]);

/** A list of `Name`, `Soft` and `Hard`, or a mapping from names to one number or both. */
export const processLimits = kind(
  z.union([
    z.array(limitEntry),
    z
      .record(z.string(), limitPair)
      .transform((all) => Object.entries(all).map(([Name, { soft, hard }]) => ({ Name, Soft: soft, Hard: hard }))),
  ]),
  (value, { draft }) => {
    draft.hostConfig.Ulimits = value;
  },
);

const longVolume = z.object({
  type: z.enum(["bind", "volume", "tmpfs"]),
  source: z.string().optional(),
  target: z.string(),
  read_only: z.boolean().optional(),
});
const boundVolume = z.object({ bind: z.string(), mode: z.string().optional() });

/**
 * Folders of the host are refused, and so are named volumes, which outlive the run and carry files from one to the next. A
 * path alone is a folder of the container.
 */
export const volumes = kind(
  z.union([z.array(z.union([z.string(), longVolume])), z.record(z.string(), boundVolume)]),
  (value, { key, draft }) => {
    const entries = Array.isArray(value)
      ? value
      : Object.entries(value).map(([source, { bind, mode }]) => `${source}:${bind}${mode ? `:${mode}` : ""}`);
    const mounts = entries.map((entry) => (typeof entry === "string" ? shortVolume(entry) : fullVolume(entry)));
    const outside = mounts.flatMap(({ Source }) => (Source === undefined ? [] : [Source]));
    if (outside.length > 0) draft.refused.push(`${key}: ${outside.join(", ")}`);
    if (mounts.length > 0) draft.hostConfig.Mounts = mounts;
  },
);

interface Mount {
  readonly Type: string;
  readonly Source?: string;
  readonly Target: string;
  readonly ReadOnly: boolean;
}

function shortVolume(line: string): Mount {
  const [first, second, mode = ""] = line.split(":");
  if (second === undefined) return { Type: "volume", Target: first!, ReadOnly: false };
  const Type = /^[./~]/.test(first!) ? "bind" : "volume";
  return { Type, Source: first!, Target: second, ReadOnly: mode.split(",").includes("ro") };
}

function fullVolume({ type, source, target, read_only = false }: z.infer<typeof longVolume>): Mount {
  return { Type: type, Target: target, ReadOnly: read_only, ...(source === undefined ? {} : { Source: source }) };
}

/** Kernel parameters by name; see `pairs`. */
export const kernelSettings = kind(pairs("="), (value, { draft }) => {
  draft.hostConfig.Sysctls = value;
});
