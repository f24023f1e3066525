import { z } from "zod";
import { byteSize } from "./byte-size.ts";
import {
  capabilities,
  deviceRequests,
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

const requests = z.array(z.record(z.string(), z.unknown()));

/** A share of processor time: so many microseconds in every period. */
const share = (name: "quotaUs" | "periodUs") =>
  kind(amount, (value, { draft }) => {
    if (value > 0) draft.share[name] = value;
  });

/** The keyword arguments of docker-py's `containers.create` that set up the container. */
export const containerConfigKeys: SettingKinds = {
  mem_limit: memory,
  memswap_limit: host("MemorySwap", byteSize),
  mem_reservation: host("MemoryReservation", byteSize),
  mem_swappiness: host("MemorySwappiness", count),
  shm_size: sharedMemory,
  nano_cpus: processors(1e9),
  cpu_count: processors(1),
  cpu_quota: share("quotaUs"),
  cpu_period: share("periodUs"),
  cpu_shares: host("CpuShares", count),
  cpuset_cpus: host("CpusetCpus", text),
  cpuset_mems: host("CpusetMems", text),
  blkio_weight: host("BlkioWeight", count),
  pids_limit: processes,
  gpus: graphics,
  device_requests: deviceRequests,
  runtime: host("Runtime", text),
  ulimits: processLimits,
  environment,
  extra_hosts: extraHosts,
  dns: host("Dns", texts),
  dns_opt: host("DnsOptions", texts),
  dns_search: host("DnsSearch", texts),
  network_mode: networkMode,
  network: networkMode,
  network_disabled: kind(z.boolean(), (value, { draft }) => {
    if (value) draft.network = "none";
  }),
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
  ipc_mode: namespace("IpcMode"),
  pid_mode: namespace("PidMode"),
  uts_mode: namespace("UTSMode"),
  userns_mode: namespace("UsernsMode"),
  cgroupns: namespace("CgroupnsMode"),
  privileged: unsafe("Privileged", z.boolean(), "all rights of the host"),
  mounts: unsafe("Mounts", requests, "files of the host"),
  volumes_from: unsafe("VolumesFrom", textOrTexts, "other containers' files"),
  links: unsafe("Links", texts, "other containers"),
  cgroup_parent: unsafe("CgroupParent", text, "another group's limits"),
  device_cgroup_rules: unsafe("DeviceCgroupRules", texts, "devices of the host"),
  oom_kill_disable: unsafe("OomKillDisable", z.boolean(), "processes survive when memory runs out"),
  publish_all_ports: unsafe("PublishAllPorts", z.boolean(), "ports of the host"),
};

/** Arguments that say what runs and how it is started and managed, which the run decides. */
export const containerConfigOwned =
  `image command entrypoint name detach remove auto_remove stdin_open tty stdout stderr stream
  labels hostname domainname user working_dir ports log_config restart_policy healthcheck stop_signal platform
  networking_config mac_address`.split(/\s+/);
