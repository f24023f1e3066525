import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Enforcement, SandboxLimits, SandboxProvider } from "../../contracts/sandbox.ts";
import { SandboxUnavailable } from "../../lib/errors.ts";
import { createSandbox, homePaths } from "../shared/create-sandbox.ts";
import type { LaunchedCommand } from "../shared/supervise-command.ts";
import { makeWorkspace } from "../shared/workspace.ts";
import { launchContainer } from "./command.ts";
import { containerFor, type DockerOptions } from "./container.ts";
import { type DockerEngine, dockerEngine } from "./engine.ts";
import { isPodman, lacksRightToLimits, makePodmanNetwork, ownUlimits, podmanNeeds, type Ulimit } from "./podman.ts";
import { writePodmanFilter } from "./podman-filter.ts";
import { ownerLabels, reapContainers, removeNetwork } from "./reaper.ts";

const created = z.object({ Id: z.string() });
const engineVersion = z.object({ Version: z.string(), Components: z.array(z.object({ Name: z.string() })).optional() });
const engineFacts = z.object({ Runtimes: z.record(z.string(), z.unknown()).nullish() });
const imageFacts = z.object({ Id: z.string() });

/**
 * Containers of a Docker engine, or of podman's service, spoken to at its socket: one container for each command, so that
 * nothing of a command outlives it. Files outside the workspace are the image's again for the next command.
 */
export function dockerSandboxes(options: DockerOptions): SandboxProvider {
  const engine = dockerEngine(options.socket ?? defaultSocket());
  let ulimits: readonly Ulimit[] = [];
  return {
    name: "docker",
    unavailable: async () => {
      try {
        const image = await engine.ask("GET", `/images/${encodeURIComponent(options.image)}/json`);
        return image.status === 404 ? `There is no image ${options.image}: build or pull it.` : null;
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
    },
    reap: async () => await reapContainers(engine.socket),
    open: async (spec) => {
      await reapContainers(engine.socket);
      const { Version, Components } = engineVersion.parse(await engine.demand("GET", "/version"));
      const image = imageFacts.parse(await engine.demand("GET", `/images/${encodeURIComponent(options.image)}/json`));
      await requireRuntime(options.hostConfig?.Runtime);
      const workspace = await makeWorkspace(spec);
      const labels = ownerLabels(spec.name, options.retain);
      const name = `mlebench-${spec.name.replace(/[^\w.-]/g, "-").slice(0, 100)}-${randomUUID().slice(0, 8)}`;
      const overrides = Object.keys(options.hostConfig ?? {});
      const podman = isPodman(Components);
      const make = podman ? makePodmanNetwork : makeNetwork;
      const network = spec.network === "internal" ? await make(engine, name, labels) : null;
      // Who asks for more rights asks for what goes with them.
      const widens = ["Privileged", "CapAdd"].some((key) => options.hostConfig?.[key] !== undefined);
      const filter = podman && !widens ? await writePodmanFilter(workspace.folder) : null;
      let commands = 0;
      return createSandbox({
        spec,
        workspace,
        record: {
          sandbox: "docker",
          isolation: "container",
          network: spec.network,
          limits: spec.limits,
          enforcement: enforcementOf(spec.limits),
          notes: [
            `${Components?.[0]?.Name ?? "engine"} ${Version}`,
            `image ${options.image} ${image.Id}`,
            "memory, cpus and processes are limited for each command by itself",
            ...(podman && filter === null
              ? ["commands can make namespaces of their own: podman's filter allows it"]
              : []),
            ...(spec.gpus?.length ? [`graphics cards ${spec.gpus.join(", ")}`] : []),
            ...(overrides.length > 0 ? [`container settings changed: ${overrides.join(", ")}`] : []),
            ...(options.retain ? [`the containers are kept: ${name}-1 for the first command, and so on`] : []),
          ],
        },
        paths: homePaths,
        temporary: "/tmp",
        ownsPath: true,
        launch: async (command, { directory, environment, onOutput }) => {
          commands += 1;
          const container = `${name}-${commands}`;
          const launch = async (): Promise<LaunchedCommand> => {
            const needs = podman ? podmanNeeds({ ulimits, filter, network }) : {};
            const line = { command, directory, environment, labels, network, hostConfig: needs };
            const description = containerFor(spec, workspace, options, line);
            const retain = options.retain === true;
            return await launchContainer(engine, { name: container, description, onOutput, retain, podman });
          };
          try {
            return await launch();
          } catch (error) {
            if (!podman || !lacksRightToLimits(error)) throw error;
            ulimits = await ownUlimits();
            return await launch();
          }
        },
        close: async () => {
          if (network !== null) await removeNetwork(engine, network);
        },
      });
    },
  };

  /** A runtime that the engine does not have would fail every command with words nobody understands. */
  async function requireRuntime(runtime: unknown): Promise<void> {
    if (runtime === undefined) return;
    const known = Object.keys(engineFacts.parse(await engine.demand("GET", "/info")).Runtimes ?? {});
    if (known.includes(String(runtime))) return;
    throw new SandboxUnavailable(
      `The Docker engine has no runtime \`${runtime}\`: install it, or leave the setting \`runtime\` out. It has ${known.join(", ")}.`,
    );
  }
}

/** A network among the containers of one sandbox. Without an address on the host's side it leads nowhere else. */
async function makeNetwork(engine: DockerEngine, Name: string, Labels: Record<string, string>): Promise<string> {
  const Options = { "com.docker.network.bridge.inhibit_ipv4": "true" };
  const description = { Name, Labels, Driver: "bridge", Internal: true, CheckDuplicate: true, Options };
  return created.parse(await engine.demand("POST", "/networks/create", description)).Id;
}

function enforcementOf(limits: SandboxLimits): Partial<Record<keyof SandboxLimits, Enforcement>> {
  const ways: Record<keyof SandboxLimits, Enforcement> = {
    wallClockMs: "harness",
    memoryMb: "cgroup",
    cpus: "cgroup",
    processes: "cgroup",
    fileSizeMb: "rlimit",
    diskMb: "polling",
    outputBytes: "harness",
  };
  const asked = (Object.keys(ways) as (keyof SandboxLimits)[]).filter((key) => limits[key] !== undefined);
  return Object.fromEntries(asked.map((key) => [key, ways[key]]));
}

function defaultSocket(): string {
  const host = process.env.DOCKER_HOST ?? "";
  return host.startsWith("unix://") ? host.slice("unix://".length) : "/var/run/docker.sock";
}
