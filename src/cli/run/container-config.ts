import { readFileSync } from "node:fs";
import { UsageError } from "../../lib/errors.ts";
import { machineResources } from "../../runs/execution/leases.ts";
import type { GroupRequest } from "../../runs/execution/plan-group.ts";
import type { SandboxChoice } from "../../runs/record/group-plan.ts";
import { readComposeOverride, readContainerConfig } from "../../sandboxes/docker/settings/container-settings.ts";
import { sandboxKind, sandboxNamesWhere } from "../../sandboxes/index.ts";

/** Settings of containers as text: upstream's JSON, or a compose service in YAML. */
interface ContainerConfig {
  /** The option it comes from, and what messages call the text. */
  readonly option: string;
  readonly name: string;
  readonly text: () => string;
  readonly isCompose: boolean;
}

/** The settings in a file; reading them throws UsageError when that is not possible. */
export function containerFile(file: string): ContainerConfig {
  return { option: "--container-config", name: file, text: () => readText(file), isCompose: !file.endsWith(".json") };
}

/** Adds settings of containers to a request. Command-line options win. */
export function applyContainerConfig(
  request: GroupRequest,
  config: ContainerConfig,
  options: { readonly allowUnsafe: boolean; readonly network: SandboxChoice["network"] | undefined },
): GroupRequest {
  const { name } = request.sandbox;
  if (!sandboxKind(name).traits().takesHostConfig) {
    const others = sandboxNamesWhere(({ takesHostConfig }) => takesHostConfig);
    throw new UsageError(`${config.option} needs --sandbox ${others.join(" or ")}; it is ${name}.`);
  }
  const read = config.isCompose ? readComposeOverride : readContainerConfig;
  const { hostConfig, environment, limits, shmMb, gpus, network } = read(config.text(), {
    file: config.name,
    allowUnsafe: options.allowUnsafe,
  });
  const cards = gpus === "all" ? machineResources().gpus.length : typeof gpus === "object" ? gpus?.length : gpus;
  const turnedOff = new Set<string>(request.unlimited);
  const kept = Object.fromEntries(Object.entries(limits).filter(([limit]) => !turnedOff.has(limit)));
  return {
    ...request,
    limits: { ...kept, ...(cards === null || cards === undefined ? {} : { gpus: cards }), ...request.limits },
    sandbox: {
      ...(shmMb === null ? {} : { shmMb }),
      ...(Object.keys(hostConfig).length === 0 ? {} : { hostConfig }),
      ...(Object.keys(environment).length === 0 ? {} : { environment }),
      ...request.sandbox,
      network: options.network ?? network ?? request.sandbox.network,
    },
  };
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new UsageError(`The container configuration cannot be read: ${(cause as Error).message}.`, { cause });
  }
}
