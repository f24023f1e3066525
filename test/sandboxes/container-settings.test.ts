import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { SandboxSpec } from "../../src/contracts/sandbox.ts";
import { UsageError } from "../../src/lib/errors.ts";
import { containerFor, settingsWithin } from "../../src/sandboxes/docker/container.ts";
import { readComposeOverride, readContainerConfig } from "../../src/sandboxes/docker/settings/container-settings.ts";
import { isGraphicsGroup } from "../../src/sandboxes/docker/settings/group-names.ts";

const nothing = {
  hostConfig: {},
  environment: {},
  limits: {},
  shmMb: null,
  gpus: null,
  network: null,
  refused: [],
};
const config = (value: object, allowUnsafe = false) =>
  readContainerConfig(JSON.stringify(value), { file: "config.json", allowUnsafe });
const compose = (text: string, allowUnsafe = false) => readComposeOverride(text, { file: "compose.yaml", allowUnsafe });

describe("upstream's container configuration", () => {
  test("its default can be read unchanged", () => {
    const text =
      '{\n\t"mem_limit": null,\n\t"shm_size": "4G",\n\t"nano_cpus": 4e9,\n\t"runtime": "sysbox-runc",\n\t"gpus": -1\n}';
    expect(readContainerConfig(text, { file: "default.json" })).toEqual({
      ...nothing,
      hostConfig: { Runtime: "sysbox-runc" },
      limits: { cpus: 4 },
      shmMb: 4096,
      gpus: "all",
    });
  });

  test("sizes, shares and counts become limits", () => {
    expect(config({ mem_limit: "1.5g", cpu_quota: 250_000, pids_limit: 100, gpus: 0 })).toEqual({
      ...nothing,
      limits: { memoryMb: 1536, cpus: 2.5, processes: 100 },
    });
    expect(config({ mem_limit: 1048576, cpu_period: 50_000, cpu_quota: 25_000, shm_size: "512mb", gpus: 2 })).toEqual({
      ...nothing,
      limits: { memoryMb: 1, cpus: 0.5 },
      shmMb: 512,
      gpus: 2,
    });
    expect(config({ cpu_count: 3, nano_cpus: 3e9, pids_limit: -1 }).limits).toEqual({ cpus: 3 });
    expect(() => config({ cpu_count: 2, nano_cpus: 3e9 })).toThrow(
      /`nano_cpus` in config.json contradicts another setting/,
    );
    expect(() => config({ nano_cpus: 3e9, cpu_quota: 1000 })).toThrow(/`cpu_quota` in config.json/);
  });

  test("all other settings go to the engine under its own names", () => {
    const settings = config({
      cpuset_cpus: "0-3",
      ulimits: [{ Name: "nofile", Soft: 1024, Hard: 4096 }],
      devices: ["/dev/nvidia0", "/dev/dri/card0:/dev/dri/card1:r"],
      environment: ["A=1=2", "B="],
      extra_hosts: { proxy: "10.0.0.1" },
      tmpfs: { "/scratch": "size=1g" },
      cap_add: ["SYS_PTRACE"],
      volumes: ["/cache"],
      ipc_mode: "private",
      network_mode: "none",
      privileged: false,
    });
    expect(settings).toEqual({
      ...nothing,
      hostConfig: {
        CpusetCpus: "0-3",
        Ulimits: [{ Name: "nofile", Soft: 1024, Hard: 4096 }],
        Devices: [
          { PathOnHost: "/dev/nvidia0", PathInContainer: "/dev/nvidia0", CgroupPermissions: "rwm" },
          { PathOnHost: "/dev/dri/card0", PathInContainer: "/dev/dri/card1", CgroupPermissions: "r" },
        ],
        ExtraHosts: ["proxy:10.0.0.1"],
        Tmpfs: { "/scratch": "size=1g" },
        CapAdd: ["SYS_PTRACE"],
        Mounts: [{ Type: "volume", Target: "/cache", ReadOnly: false }],
        IpcMode: "private",
      },
      environment: { A: "1=2", B: "" },
      network: "none",
    });
  });
});

test("settings of the container's own groups, kernel parameters, names and cards are accepted", () => {
  const settings = config({
    group_add: ["video", "render"],
    sysctls: { "kernel.shmmax": 1e9, "net.core.somaxconn": "1024" },
    extra_hosts: { proxy: "10.0.0.1", six: "fd00::1" },
    devices: ["/dev/dri/../dri/card0"],
    device_requests: [{ Driver: "nvidia", Count: -1, Capabilities: [["gpu"]] }],
  });
  expect(settings).toMatchObject({
    hostConfig: {
      GroupAdd: ["video", "render"],
      Sysctls: { "kernel.shmmax": "1000000000", "net.core.somaxconn": "1024" },
      ExtraHosts: ["proxy:10.0.0.1", "six:fd00::1"],
      Devices: [{ PathOnHost: "/dev/dri/card0" }],
    },
    gpus: "all",
    refused: [],
  });
  expect(config({ device_requests: [{ device_ids: ["0"], capabilities: [["gpu"]] }] }).gpus).toEqual(["0"]);
  expect(() => config({ device_requests: [{ Driver: "cdi", DeviceIDs: ["vendor.com/disk=sda"] }] })).toThrow(
    /`device_requests` in config.json asks for devices other than graphics cards/,
  );
  expect(() => config({ gpus: 1, device_requests: [{ Count: 1, Capabilities: [["gpu"]] }] })).toThrow(/twice/);
  expect(() => config({ extra_hosts: { proxy: "example.com" } })).toThrow(/`example.com`, which is not an IP address/);
});

test("the numbers of groups with graphics cards are those of this machine", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "mlebench-groups-"));
  const file = path.join(folder, "group");
  writeFileSync(file, "root:x:0:\nvideo:x:44:me\nrender:x:105:\ndocker:x:999:me\n");
  const accepted = ["0", "44", "105", "999", "video", "docker"].filter((group) => isGraphicsGroup(group, file));
  rmSync(folder, { recursive: true });
  expect(accepted).toEqual(["44", "105", "video"]);
});

test("a network that is closed stays closed, whatever the settings name", () => {
  const workspace = { folder: "/w", publicData: "/d", user: 1, group: 1 };
  const line = { command: ["true"], directory: "/", environment: {}, labels: {}, network: null, covered: [] };
  const made = (network: SandboxSpec["network"]) => {
    const spec = { name: "test", publicData: "/d", workspace: "/w", network, limits: {} };
    const hostConfig = { NetworkMode: "company", Dns: ["10.0.0.1"], Sysctls: { a: "theirs", b: "theirs" } };
    const ours = { ...line, hostConfig: { Sysctls: { a: "ours" } } };
    return containerFor(spec, workspace, settingsWithin(spec, { hostConfig }), ours);
  };
  expect(made("open").HostConfig).toMatchObject({ NetworkMode: "company", Dns: ["10.0.0.1"] });
  expect(made("none")).toMatchObject({ NetworkDisabled: true, HostConfig: { NetworkMode: "none" } });
  expect(made("none").HostConfig).not.toHaveProperty("Dns");
  expect(made("internal").HostConfig).toMatchObject({ Dns: ["127.0.0.1"], Sysctls: { a: "ours", b: "theirs" } });
});

describe("a compose override", () => {
  test("a service's resources, cards and settings are read", () => {
    const settings = compose(`
x-local: true
shm_size: 8gb
runtime: nvidia
cap_add: [IPC_LOCK]
environment: { SEED: 7, DEBUG: true }
extra_hosts: ["proxy=10.0.0.1", "six:::1"]
tmpfs: /scratch:size=1g
ulimits: { memlock: -1, nofile: { soft: 10, hard: 20 } }
ipc: private
network_mode: bridge
deploy:
  resources:
    limits: { cpus: "2.5", memory: 16G, pids: 500 }
    reservations:
      devices: [{ driver: nvidia, device_ids: ["0", "3"], capabilities: [gpu] }]
`);
    expect(settings).toEqual({
      hostConfig: {
        Runtime: "nvidia",
        CapAdd: ["IPC_LOCK"],
        ExtraHosts: ["proxy:10.0.0.1", "six:::1"],
        Tmpfs: { "/scratch": "size=1g" },
        Ulimits: [
          { Name: "memlock", Soft: -1, Hard: -1 },
          { Name: "nofile", Soft: 10, Hard: 20 },
        ],
        IpcMode: "private",
      },
      environment: { SEED: "7", DEBUG: "true" },
      limits: { cpus: 2.5, memoryMb: 16_384, processes: 500 },
      shmMb: 8192,
      gpus: ["0", "3"],
      network: "open",
      refused: [],
    });
  });

  test("a whole file is read when it has one service, or one called `default`", () => {
    expect(compose("services: { agent: { cpus: 2 } }").limits).toEqual({ cpus: 2 });
    expect(compose("services: { default: { cpus: 2 }, other: {} }").limits).toEqual({ cpus: 2 });
    expect(() => compose("services: { a: {}, b: {} }")).toThrow(/services a, b\. Call the one to use `default`/);
    expect(compose("gpus: all").gpus).toBe("all");
    expect(compose("")).toEqual(nothing);
  });
});

describe("settings that break the isolation", () => {
  const cases: [key: string, value: unknown, named: RegExp][] = [
    ["volumes", { "/home/me": { bind: "/mnt", mode: "ro" } }, /\/home\/me/],
    ["volumes", ["/var/run/docker.sock:/var/run/docker.sock"], /docker\.sock/],
    ["volumes", ["shared:/mnt"], /shared/],
    ["privileged", true, /all rights/],
    ["network_mode", "host", /host/],
    ["network", "container:other", /container:other/],
    ["pid_mode", "host", /host/],
    ["ipc_mode", "host", /host/],
    ["devices", ["/dev/sda:/dev/sda"], /\/dev\/sda/],
    ["devices", ["/dev/dri/../sda"], /devices: \/dev\/sda/],
    ["devices", ["/dev/nvidia0", "//dev//dri//./..//mem:/dev/mem:r"], /devices: \/dev\/mem/],
    ["devices", ["/dev/nvidia-caps/../../etc"], /devices: \/etc/],
    ["group_add", ["video", "docker"], /group_add: docker/],
    ["group_add", [0], /group_add: 0/],
    ["sysctls", { "net.ipv6.conf.all.disable_ipv6": "0" }, /disable_ipv6/],
    ["sysctls", { "kernel.core_pattern": "|/bin/x" }, /core_pattern/],
    ["extra_hosts", { host: "host-gateway" }, /host \(services of the host\)/],
    ["network_mode", "ns:/proc/1/ns/net", /ns:/],
    ["cap_add", ["CHOWN", "CAP_SYS_ADMIN"], /CAP_SYS_ADMIN/],
    ["security_opt", ["seccomp=unconfined"], /seccomp/],
  ];
  test.each(cases)("%s: %j is refused, or named where it is allowed", (key, value, named) => {
    expect(() => config({ [key]: value })).toThrow(UsageError);
    expect(() => config({ [key]: value })).toThrow(new RegExp(`\`${key}\` in config.json would break the isolation`));
    expect(config({ [key]: value }, true).refused.join()).toMatch(named);
    expect(config({ [key]: value }, true).hostConfig).not.toEqual({});
  });

  test("they are refused under compose's names too", () => {
    expect(() => compose("pid: host")).toThrow(/`pid` in compose.yaml would break/);
    expect(() => compose("ipc: host")).toThrow(/`ipc` in compose.yaml would break/);
    const bind = "volumes: [{ type: bind, source: /etc, target: /mnt, read_only: true }]";
    expect(() => compose(bind)).toThrow(/volumes: \/etc/);
    expect(compose(bind, true).hostConfig.Mounts).toEqual([
      { Type: "bind", Source: "/etc", Target: "/mnt", ReadOnly: true },
    ]);
  });
});

describe("mistakes", () => {
  test("an unknown setting is reported with the one that was probably meant", () => {
    expect(() => config({ mem_limt: "4G" })).toThrow(
      /Unknown setting `mem_limt` in config.json. Did you mean `mem_limit`/,
    );
    expect(() => compose("shmsize: 4G")).toThrow(/Did you mean `shm_size`/);
    expect(() => config({ constructor: 1 })).toThrow(/Unknown setting `constructor`/);
  });

  test("what the run decides is not a setting", () => {
    expect(() => config({ image: "other" })).toThrow(/`image` in config.json is not a setting/);
    expect(() => compose("command: sleep 1")).toThrow(/`command` in compose.yaml is not a setting/);
  });

  test("a value that cannot be used is reported with its place and the reason", () => {
    expect(() => config({ mem_limit: "much" })).toThrow(
      /`mem_limit` in config.json cannot be used: expected a number of bytes/,
    );
    expect(() => config({ environment: { A: null } })).toThrow(/at `A`: expected a value/);
    expect(() => config({ environment: ["A"] })).toThrow(/at `0`: expected a name and a value/);
    expect(() => compose("deploy: { resources: { limits: { cpu: 2 } } }")).toThrow(/at `resources.limits`: .*"cpu"/);
    expect(() => compose("init: false")).toThrow(/cannot be turned off/);
    expect(() => config([1])).toThrow(/not a mapping/);
    expect(() => readContainerConfig("{", { file: "x.json" })).toThrow(/x.json cannot be read/);
  });
});
