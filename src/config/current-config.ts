import { resolve } from "node:path";
import type { ConfigLimits } from "./config.ts";

/** What remains of a config file once its competitions, agents and splits are known. */
export interface LoadedConfig {
  readonly file: string;
  readonly limits: ConfigLimits;
  readonly sandbox: string | undefined;
  readonly dataDirectory: string | undefined;
  readonly runDirectory: string | undefined;
}

/** Holds the config file of a command, so that its threads and child processes use the same one. */
export const configVariable = "MLEBENCH_CONFIG";

const loading = new Map<string, Promise<LoadedConfig>>();

/**
 * Uses a config file in this process and in everything it starts from now on. The folders that it names are those of
 * `MLEBENCH_DATA_DIR` and `MLEBENCH_RUN_DIR`, unless these are set.
 *
 * @throws UsageError that names the file and the field.
 */
export async function useConfig(file: string): Promise<LoadedConfig> {
  const path = resolve(file);
  const known = loading.get(path) ?? import("./load-config.ts").then(({ loadConfig }) => loadConfig(path));
  loading.set(path, known);
  const config = await known;
  process.env[configVariable] = path;
  if (config.dataDirectory !== undefined) process.env.MLEBENCH_DATA_DIR ||= config.dataDirectory;
  if (config.runDirectory !== undefined) process.env.MLEBENCH_RUN_DIR ||= config.runDirectory;
  return config;
}

/** Uses the config file that the process or thread which started this one uses, if any. May be called again. */
export async function useInheritedConfig(): Promise<void> {
  const file = process.env[configVariable];
  if (file) await useConfig(file);
}
