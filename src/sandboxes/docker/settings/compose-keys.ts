import { z } from "zod";
import { byteSize } from "./byte-size.ts";
import {
  capabilities,
  devices,
  extraHosts,
  groups,
  kernelSettings,
  processLimits,
  securityOptions,
  temporaryFolders,
  volumes,
} from "./host-access-kinds.ts";
import {
  amount,
  count,
  environment,
  graphics,
  host,
  init,
  kind,
  memory,
  memoryPriority,
  namespace,
  networkMode,
  processes,
  processors,
  type SettingKinds,
  sharedMemory,
  text,
  textOrTexts,
  texts,
  unsafe,
} from "./setting-kinds.ts";

const reservedDevice = z.strictObject({
  driver: z.string().optional(),
  count: z.union([count, z.literal("all")]).optional(),
  device_ids: texts.optional(),
  capabilities: texts,
  options: z.record(z.string(), z.string()).optional(),
});
const reserved = z.strictObject({
  cpus: amount.optional(),
  memory: byteSize.optional(),
  devices: z.array(reservedDevice).optional(),
});
const limited = z.strictObject({ cpus: amount.optional(), memory: byteSize.optional(), pids: count.optional() });
const deployment = z.strictObject({
  resources: z.strictObject({ limits: limited.optional(), reservations: reserved.optional() }),
});

/** A service's resource limits and its graphics cards. Other reserved devices are refused. */
const deploy = kind(deployment, ({ resources }, { draft, fail }) => {
  const { cpus, memory: bytes, pids } = resources.limits ?? {};
  if (cpus !== undefined) draft.limits.cpus = cpus;
  if (bytes !== undefined) draft.limits.memoryMb = bytes / 2 ** 20;
  if (pids !== undefined && pids > 0) draft.limits.processes = pids;
  const { memory: kept, devices: wanted = [] } = resources.reservations ?? {};
  if (kept !== undefined) draft.hostConfig.MemoryReservation = kept;
  for (const device of wanted) {
    if (!device.capabilities.includes("gpu")) fail("reserves a device that is not a graphics card");
    draft.gpus = device.device_ids ?? device.count ?? "all";
  }
});

/** The keys of a compose service that set up its container. */
export const composeKeys: SettingKinds = {
  deploy,
  gpus: graphics,
  shm_size: sharedMemory,
  mem_limit: memory,
  memswap_limit: host("MemorySwap", byteSize),
  mem_reservation: host("MemoryReservation", byteSize),
  mem_swappiness: host("MemorySwappiness", count),
  cpus: processors(1),
  cpuset: host("CpusetCpus", text),
  cpu_shares: host("CpuShares", count),
  pids_limit: processes,
  runtime: host("Runtime", text),
  ulimits: processLimits,
  environment,
  extra_hosts: extraHosts,
  dns: host("Dns", textOrTexts),
  dns_opt: host("DnsOptions", texts),
  dns_search: host("DnsSearch", textOrTexts),
  network_mode: networkMode,
  tmpfs: temporaryFolders,
  storage_opt: host("StorageOpt", z.record(z.string(), z.string())),
  read_only: host("ReadonlyRootfs", z.boolean()),
  sysctls: kernelSettings,
  group_add: groups,
  oom_score_adj: memoryPriority,
  init,
  cap_drop: host("CapDrop", texts),
  cap_add: capabilities,
  devices,
  security_opt: securityOptions,
  volumes,
  ipc: namespace("IpcMode"),
  pid: namespace("PidMode"),
  uts: namespace("UTSMode"),
  userns_mode: namespace("UsernsMode"),
  cgroup: namespace("CgroupnsMode"),
  privileged: unsafe("Privileged", z.boolean(), "all rights of the host"),
  volumes_from: unsafe("VolumesFrom", texts, "other containers' files"),
  cgroup_parent: unsafe("CgroupParent", text, "another group's limits"),
  device_cgroup_rules: unsafe("DeviceCgroupRules", texts, "devices of the host"),
  oom_kill_disable: unsafe("OomKillDisable", z.boolean(), "processes survive when memory runs out"),
};

/** Keys that say what runs and how it is started and managed, which the run decides. */
export const composeOwned =
  `image build command entrypoint container_name stdin_open tty labels hostname domainname user
  working_dir ports expose logging restart healthcheck stop_signal stop_grace_period platform networks depends_on env_file
  profiles pull_policy secrets configs links extends`.split(/\s+/);
