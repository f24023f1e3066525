import type { SandboxKind } from "../../contracts/sandbox-kind.ts";

/** Ordinary processes with limits, on every system. */
export const local: SandboxKind = {
  name: "local",
  traits: () => ({
    isolation: "none",
    ownFileSystem: false,
    hostFolders: ["/"],
    // `none` is accepted, but the network is open all the same; the record says so.
    networks: ["none", "open"],
    sharesHostNetworkOn: ["none", "open"],
    takesImage: false,
    takesHostConfig: false,
    limits: {
      wallClockMs: ["harness"],
      memoryMb: ["rlimit", "none"],
      cpus: ["none"],
      processes: ["rlimit", "none"],
      fileSizeMb: ["rlimit"],
      diskMb: ["polling"],
      outputBytes: ["harness"],
    },
  }),
  create: async () => (await import("./local.ts")).localSandboxes(),
};
