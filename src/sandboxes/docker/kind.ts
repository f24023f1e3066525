import type { SandboxKind } from "../../contracts/sandbox-kind.ts";

const networks = ["none", "internal", "open"] as const;

/** Containers of a Docker engine, or of podman's service. */
export const docker: SandboxKind = {
  name: "docker",
  traits: ({ hostConfig } = {}) => ({
    isolation: "container",
    ownFileSystem: true,
    hostFolders: [],
    networks,
    sharesHostNetworkOn: hostConfig?.NetworkMode === "host" ? ["open"] : [],
    takesImage: true,
    takesHostConfig: true,
    limits: {
      wallClockMs: ["harness"],
      memoryMb: ["cgroup"],
      cpus: ["cgroup"],
      processes: ["cgroup"],
      fileSizeMb: ["rlimit"],
      diskMb: ["polling"],
      outputBytes: ["harness"],
    },
  }),
  create: async (settings = {}) => (await import("./docker.ts")).dockerSandboxes(settings),
};
