import { parse } from "yaml";
import { z } from "zod";
import type { SandboxLimits, SandboxSpec } from "../../../contracts/sandbox.ts";
import { didYouMean } from "../../../lib/did-you-mean.ts";
import { UsageError } from "../../../lib/errors.ts";
import { composeKeys, composeOwned } from "./compose-keys.ts";
import { containerConfigKeys, containerConfigOwned } from "./container-config-keys.ts";
import type { SettingKinds, SettingsDraft } from "./setting-kinds.ts";

/** What a file says about containers, in terms of `SandboxSettings` and `SandboxSpec`. */
export interface ContainerSettings {
  /** For `SandboxSettings.hostConfig`. */
  readonly hostConfig: Readonly<Record<string, unknown>>;
  readonly environment: Readonly<Record<string, string>>;
  readonly limits: Pick<SandboxLimits, "memoryMb" | "cpus" | "processes">;
  readonly shmMb: number | null;
  readonly gpus: number | readonly string[] | "all" | null;
  readonly network: SandboxSpec["network"] | null;
  /** Settings that break the isolation. Without `allowUnsafe` they are an error; with it they are listed here. */
  readonly refused: readonly string[];
}

interface SettingsOptions {
  /** The file's name, for messages. */
  readonly file: string;
  /** Accepts settings that give the container a part of the host. */
  readonly allowUnsafe?: boolean;
}

const mapping = z.record(z.string(), z.unknown());
const composeFile = z.object({ services: z.record(z.string(), mapping) });

/**
 * Reads upstream's container configuration: JSON with the keyword arguments of docker-py's `containers.create`, and `gpus`
 * (-1: all of them). Null means not set.
 */
export function readContainerConfig(text: string, options: SettingsOptions): ContainerSettings {
  return settingsFrom(mappingIn(JSON.parse, text, options), containerConfigKeys, containerConfigOwned, options);
}

/**
 * Reads a compose override: the mapping of a service, or a file whose service is called `default` or is the only one. Keys
 * that begin with `x-` are ignored.
 */
export function readComposeOverride(text: string, options: SettingsOptions): ContainerSettings {
  const found = mappingIn(parse, text, options);
  const service = "services" in found ? serviceIn(found, options) : found;
  const settings = Object.entries(service).filter(([key]) => !key.startsWith("x-"));
  return settingsFrom(Object.fromEntries(settings), composeKeys, composeOwned, options);
}

function settingsFrom(
  found: Readonly<Record<string, unknown>>,
  kinds: SettingKinds,
  owned: readonly string[],
  { file, allowUnsafe = false }: SettingsOptions,
): ContainerSettings {
  const draft: SettingsDraft = {
    hostConfig: {},
    environment: {},
    limits: {},
    shmMb: null,
    gpus: null,
    network: null,
    refused: [],
    share: {},
  };
  for (const [key, value] of Object.entries(found)) {
    if (owned.includes(key)) {
      throw new UsageError(`\`${key}\` in ${file} is not a setting: the run decides it. Remove it.`);
    }
    const kind = Object.hasOwn(kinds, key) ? kinds[key] : undefined;
    if (kind === undefined) {
      throw new UsageError(`Unknown setting \`${key}\` in ${file}.${didYouMean(key, Object.keys(kinds))}`);
    }
    if (value === null || value === undefined) continue;
    const before = draft.refused.length;
    kind({ key, value, draft, fail: (why) => fail(`\`${key}\` in ${file} ${why}.`) });
    if (draft.refused.length > before && !allowUnsafe) {
      fail(`\`${key}\` in ${file} would break the isolation: ${draft.refused.slice(before).join(", ")}.`);
    }
  }
  const { share, ...settings } = draft;
  if (share.quotaUs === undefined) return settings;
  // The engine's default period.
  const cpus = share.quotaUs / (share.periodUs ?? 100_000);
  if (settings.limits.cpus !== undefined)
    fail(`\`cpu_quota\` in ${file} sets the processors, as another setting does.`);
  return { ...settings, limits: { ...settings.limits, cpus } };
}

function serviceIn(found: unknown, { file }: SettingsOptions): Record<string, unknown> {
  const { services } = composeFile.safeParse(found).data ?? fail(`\`services\` in ${file} is not a mapping.`);
  const names = Object.keys(services);
  const name = names.includes("default") ? "default" : names.length === 1 ? names[0]! : null;
  if (name !== null) return services[name]!;
  return fail(`${file} has the services ${names.join(", ")}. Call the one to use \`default\`.`);
}

function mappingIn(read: (text: string) => unknown, text: string, { file }: SettingsOptions): Record<string, unknown> {
  let value: unknown;
  try {
    value = read(text) ?? {};
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
  return mapping.safeParse(value).data ?? fail(`${file} is not a mapping of settings to values.`);
}

function fail(message: string): never {
  throw new UsageError(message);
}
