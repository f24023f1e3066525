import { randomUUID } from "node:crypto";
import path from "node:path";
import { z } from "zod";
import { homePaths } from "../../contracts/home-paths.ts";
import type { SandboxSpec } from "../../contracts/sandbox.ts";
import type { SandboxProvider } from "../../contracts/sandbox-kind.ts";
import { SandboxUnavailable } from "../../lib/errors.ts";
import { createSandbox } from "../shared/create-sandbox.ts";
import { enforcementOf } from "../shared/enforcement.ts";
import { placesToCover } from "../shared/hidden-folders.ts";
import { hostFiles } from "../shared/host-files.ts";
import type { Launch, LaunchedCommand } from "../shared/supervise-command.ts";
import { makeWorkspace, type Workspace } from "../shared/workspace.ts";
import { launchContainer } from "./command.ts";
import { containerFor, type DockerOptions, settingsWithin, shownPlaces } from "./container.ts";
import { type DockerEngine, dockerEngine } from "./engine.ts";
import { engineSocket } from "./engine-socket.ts";
import { environmentImage } from "./environment-image.ts";
import { hideSecrets } from "./hide-secrets.ts";
import { docker } from "./kind.ts";
import { isPodman, lacksRightToLimits, makePodmanNetwork, ownUlimits, podmanNeeds, type Ulimit } from "./podman.ts";
import { writePodmanFilter } from "./podman-filter.ts";
import { ownerLabels, reapContainers, removeNetwork } from "./reaper.ts";

const created = z.object({ Id: z.string() });
const engineVersion = z.object({ Version: z.string(), Components: z.array(z.object({ Name: z.string() })).optional() });
const engineFacts = z.object({ Runtimes: z.record(z.string(), z.unknown()).nullish() });
const imageFacts = z.object({
  Id: z.string(),
  Config: z.object({ Env: z.array(z.string()).nullish() }).nullish(),
});

/**
 * Containers of a Docker engine, or of podman's service, reached through its socket. Every command gets a container of its
 * own, so that nothing of it stays behind; files outside the workspace are the image's again for the next command.
 */
export function dockerSandboxes(given: DockerOptions = {}): SandboxProvider {
  const image = given.image ?? environmentImage;
  const imagePath = `/images/${encodeURIComponent(image)}/json`;
  const traits = docker.traits(given);
  let engine: DockerEngine | undefined;
  const connect = (): DockerEngine => {
    engine ??= dockerEngine(engineSocket(given.socket));
    return engine;
  };
  const limits: ProcessLimits = { ulimits: [] };
  return {
    name: docker.name,
    traits,
    unavailable: async () => {
      try {
        const answer = await connect().ask("GET", imagePath);
        return answer.status === 404 ? `There is no image ${image}: build or pull it.` : null;
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
    },
    imageId: async () => {
      const { status, body } = await connect().ask("GET", imagePath);
      return status === 404 ? null : imageFacts.parse(body).Id;
    },
    reap: async () => await reapContainers(connect()),
    enforcement: (limits) => enforcementOf(limits, traits),
    open: async (spec) => {
      const options = settingsWithin(spec, given);
      const engine = connect();
      await reapContainers(engine);
      const { Version, Components } = engineVersion.parse(await engine.demand("GET", "/version"));
      const { Id: imageId, Config } = imageFacts.parse(await engine.demand("GET", imagePath));
      const programPath = Config?.Env?.find((each) => each.startsWith("PATH="))?.slice("PATH=".length);
      await requireRuntime(engine, options.hostConfig?.Runtime);
      const workspace = await makeWorkspace(spec);
      const covered = placesToCover(spec, shownPlaces(spec, options));
      const labels = ownerLabels(spec.name, options.retain);
      const name = `mlebench-${spec.name.replace(/[^\w.-]/g, "-").slice(0, 100)}-${randomUUID().slice(0, 8)}`;
      const podman = isPodman(Components);
      const make = podman ? makePodmanNetwork : makeNetwork;
      const network = spec.network === "internal" ? await make(engine, name, labels) : null;
      // A container with more rights needs the system calls that go with them.
      const widens = ["Privileged", "CapAdd"].some((key) => options.hostConfig?.[key] !== undefined);
      const filter = podman && !widens ? await writePodmanFilter(workspace.folder) : null;
      return createSandbox({
        spec,
        files: hostFiles(workspace),
        record: {
          sandbox: docker.name,
          isolation: traits.isolation,
          network: spec.network,
          limits: spec.limits,
          enforcement: enforcementOf(spec.limits, traits),
          notes: [
            `${Components?.[0]?.Name ?? "engine"} ${Version}`,
            `image ${image === imageId ? imageId : `${image} ${imageId}`}`,
            "memory, cpus and processes are limited for each command separately",
            ...(podman && filter === null ? ["commands can make their own namespaces: podman's filter allows it"] : []),
            ...notesOn(spec, options, name),
          ],
        },
        paths: homePaths,
        temporary: "/tmp",
        ...(programPath === undefined ? {} : { path: programPath }),
        launch: launcher({ engine, spec, workspace, options, name, labels, network, podman, filter, covered }, limits),
        close: async () => {
          if (network !== null) await removeNetwork(engine, network);
        },
      });
    },
  };
}

/** What podman may set, found out when a first container could not be started; it holds for every sandbox. */
interface ProcessLimits {
  ulimits: readonly Ulimit[];
}

interface Launcher {
  readonly engine: DockerEngine;
  readonly spec: SandboxSpec;
  readonly workspace: Workspace;
  readonly options: DockerOptions;
  /** The containers are `name`-1, `name`-2 and so on. */
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly network: string | null;
  readonly podman: boolean;
  readonly filter: string | null;
  readonly covered: readonly string[];
}

function launcher(parts: Launcher, limits: ProcessLimits): Launch {
  const { engine, spec, workspace, options, labels, network, podman, filter, covered } = parts;
  let commands = 0;
  return async (command, { directory, environment, onOutput }) => {
    commands += 1;
    const name = `${parts.name}-${commands}`;
    const script = path.join(workspace.folder, `start-${commands}.sh`);
    const hidden = await hideSecrets({ command, environment }, spec.secrets ?? [], script);
    const launch = async (): Promise<LaunchedCommand> => {
      const needs = podman ? podmanNeeds({ ulimits: limits.ulimits, filter, network }) : {};
      const hostConfig = { ...needs, Mounts: hidden.mounts };
      const line = { ...hidden, directory, labels, network, covered, hostConfig };
      const description = containerFor(spec, workspace, options, line);
      const retain = options.retain === true;
      const folder = workspace.folder;
      return await launchContainer(engine, { name, description, onOutput, retain, podman, workspace: folder });
    };
    try {
      const launched = await launch().catch(async (error) => {
        if (!podman || !lacksRightToLimits(error)) throw error;
        limits.ulimits = await ownUlimits();
        return await launch();
      });
      return { ...launched, ended: launched.ended.finally(hidden.remove) };
    } catch (error) {
      await hidden.remove();
      throw error;
    }
  };
}

function notesOn(spec: SandboxSpec, options: DockerOptions, name: string): string[] {
  const overrides = Object.keys(options.hostConfig ?? {});
  return [
    ...(spec.gpus?.length ? [`graphics cards ${spec.gpus.join(", ")}`] : []),
    ...(overrides.length > 0 ? [`container settings changed: ${overrides.join(", ")}`] : []),
    ...(options.retain ? [`the containers are kept: ${name}-1 for the first command, and so on`] : []),
  ];
}

/** Without this check, a runtime that the engine does not have would fail every command with an obscure message. */
async function requireRuntime(engine: DockerEngine, runtime: unknown): Promise<void> {
  if (runtime === undefined) return;
  const known = Object.keys(engineFacts.parse(await engine.demand("GET", "/info")).Runtimes ?? {});
  if (known.includes(String(runtime))) return;
  throw new SandboxUnavailable(
    `The Docker engine has no runtime \`${runtime}\`, only ${known.join(", ")}. Install it, or remove the setting \`runtime\`.`,
  );
}

/** A network for the containers of one sandbox. Without an address on the host's side it leads nowhere else. */
async function makeNetwork(engine: DockerEngine, Name: string, Labels: Record<string, string>): Promise<string> {
  const Options = { "com.docker.network.bridge.inhibit_ipv4": "true" };
  const description = { Name, Labels, Driver: "bridge", Internal: true, CheckDuplicate: true, Options };
  return created.parse(await engine.demand("POST", "/networks/create", description)).Id;
}
