import type { SandboxKind } from "../../contracts/sandbox-kind.ts";
import { networkCarrier } from "./network-carriers.ts";
import { programFolders } from "./program-folders.ts";

/** Linux namespaces by way of `bwrap`: its own users, files, processes and network, and only what is named in them. */
export const bubblewrap: SandboxKind = {
  name: "bubblewrap",
  traits: () => ({
    isolation: "namespaces",
    ownFileSystem: true,
    hostFolders: programFolders,
    networks: ["none", "open"],
    sharesHostNetworkOn: networkCarrier() === null ? ["open"] : [],
    takesImage: false,
    takesHostConfig: false,
    limits: {
      wallClockMs: ["harness"],
      memoryMb: ["cgroup", "rlimit"],
      cpus: ["cgroup", "none"],
      processes: ["cgroup", "rlimit"],
      fileSizeMb: ["rlimit"],
      diskMb: ["polling"],
      outputBytes: ["harness"],
    },
  }),
  create: async () => (await import("./bubblewrap.ts")).bubblewrapSandboxes(),
};
