import { existsSync, readdirSync } from "node:fs";
import { homePaths } from "../../../src/contracts/home-paths.ts";
import type { SandboxKind, SandboxProvider, SandboxTraits } from "../../../src/contracts/sandbox-kind.ts";
import { UsageError } from "../../../src/lib/errors.ts";
import { createSandbox } from "../../../src/sandboxes/shared/create-sandbox.ts";
import { enforcementOf } from "../../../src/sandboxes/shared/enforcement.ts";
import { launchProcess } from "../../../src/sandboxes/shared/launch-process.ts";
import { limitedCommand } from "../../../src/sandboxes/shared/limited-command.ts";
import { reapProcesses } from "../../../src/sandboxes/shared/reap-processes.ts";
import { requireNetwork } from "../../../src/sandboxes/shared/require-network.ts";
import { Pod } from "./pod.ts";
import { podFiles } from "./pod-files.ts";

const traits: SandboxTraits = {
  isolation: "container",
  ownFileSystem: true,
  networks: ["none", "open"],
  sharesHostNetworkOn: ["open"],
  takesImage: false,
  hostFolders: [],
  takesHostConfig: false,
  limits: {
    wallClockMs: ["harness"],
    memoryMb: ["rlimit"],
    cpus: ["none"],
    processes: ["rlimit"],
    fileSizeMb: ["rlimit"],
    diskMb: ["polling"],
    outputBytes: ["harness"],
  },
};

/** A sandbox whose files are not in a folder of the host, as a cluster's would be. */
export const remote: SandboxKind = {
  name: "remote",
  traits: () => traits,
  create: async () => remoteSandboxes(),
};

export const remoteSandboxes = (): SandboxProvider => ({
  name: remote.name,
  traits,
  unavailable: async () => null,
  reap: async () => reapProcesses(),
  enforcement: (limits) => enforcementOf(limits, traits),
  open: async (spec) => {
    requireNetwork(remote, spec);
    if (!existsSync(spec.publicData)) throw new UsageError(`There is no public data at ${spec.publicData}.`);
    if (existsSync(spec.workspace) && readdirSync(spec.workspace).length > 0) {
      throw new UsageError(`The workspace ${spec.workspace} is not empty.`);
    }
    const pod = await Pod.start(spec);
    const { network, limits } = spec;
    const enforcement = enforcementOf(limits, traits);
    return createSandbox({
      spec,
      files: podFiles(pod, spec.workspace),
      record: { sandbox: remote.name, isolation: traits.isolation, network, limits, enforcement, notes: [] },
      paths: homePaths,
      temporary: "/tmp",
      launch: async (command, { directory, environment, onOutput }) =>
        await launchProcess(pod.line(directory, limitedCommand(command, limits, null)), { environment, onOutput }),
      close: async () => await pod.delete(),
    });
  },
});

/** For `open-and-wait.js`, which takes any module with a registry. */
export const sandboxKind = (): SandboxKind => remote;
