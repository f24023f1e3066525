import { isIP } from "node:net";
import path from "node:path";
import { z } from "zod";
import { isGraphicsGroup } from "./group-names.ts";
import { count, kind, pairs, texts } from "./setting-kinds.ts";

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
  const parts = value.map((line) => {
    const [outside, ...rest] = line.split(":") as [string, string?, string?];
    // `/dev/dri/../sda` is a disk.
    return [path.posix.normalize(outside), ...rest] as const;
  });
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

/** Parameters of the container's own shared memory, message queues and connections. */
const ownParameter =
  /^(kernel\.(shm\w+|msg\w+|sem)|fs\.mqueue\.\w+|net\.core\.somaxconn|net\.ipv4\.(tcp_\w+|ip_local_port_range|ip_unprivileged_port_start|ping_group_range))$/;

/** Kernel parameters by name; see `pairs`. Others shape the network that keeps the container in, or belong to the host. */
export const kernelSettings = kind(pairs("="), (value, { key, draft }) => {
  const risky = Object.keys(value).filter((name) => !ownParameter.test(name));
  if (risky.length > 0) draft.refused.push(`${key}: ${risky.join(", ")} (the kernel's network rules, or the host's)`);
  draft.hostConfig.Sysctls = value;
});

/** Names for addresses. `host-gateway` stands for the host, whose services are not meant for agents. */
export const extraHosts = kind(pairs("[:=]"), (value, { key, draft, fail }) => {
  for (const [name, address] of Object.entries(value)) {
    if (address === "host-gateway") draft.refused.push(`${key}: ${name} (services of the host)`);
    else if (isIP(address.replace(/^\[(.*)\]$/, "$1")) === 0) fail(`names \`${address}\`, which is not an IP address`);
  }
  draft.hostConfig.ExtraHosts = Object.entries(value).map(([name, address]) => `${name}:${address}`);
});

/** Further groups of the user inside. Numbers are those of the host: a group may own files that a mount shows. */
export const groups = kind(z.array(z.union([z.string(), z.number()]).transform(String)), (value, { key, draft }) => {
  const risky = value.filter((group) => !isGraphicsGroup(group));
  if (risky.length > 0) draft.refused.push(`${key}: ${risky.join(", ")} (files of the host's groups)`);
  draft.hostConfig.GroupAdd = value;
});

/** A device request of docker-py or of the engine, which differ in their keys' first letters. */
const deviceRequest = z
  .record(z.string(), z.unknown())
  .transform((request) =>
    Object.fromEntries(Object.entries(request).map(([key, value]) => [key.replaceAll("_", "").toLowerCase(), value])),
  )
  .pipe(
    z.strictObject({
      driver: z.string().nullish(),
      count: count.nullish(),
      deviceids: texts.nullish(),
      capabilities: z.array(texts).nullish(),
      options: z.record(z.string(), z.string()).nullish(),
    }),
  );

/**
 * Graphics cards, which become the run's own number of cards. Any other request is refused: a driver can put whatever it
 * likes into the container.
 */
export const deviceRequests = kind(z.array(deviceRequest), (value, { draft, fail }) => {
  for (const { driver, count: wanted, deviceids, capabilities: asked } of value) {
    const isGraphics = ["", "nvidia"].includes(driver ?? "") && asked?.flat().includes("gpu");
    if (!isGraphics) fail("asks for devices other than graphics cards (driver `nvidia`, capability `gpu`)");
    if (draft.gpus !== null) fail("asks for graphics cards twice");
    draft.gpus = deviceids?.length ? deviceids : wanted === -1 ? "all" : (wanted ?? 0);
  }
});
