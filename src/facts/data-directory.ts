import { homedir, platform } from "node:os";
import { join } from "node:path";

/**
 * The data folder without `--data-dir`: `MLEBENCH_DATA_DIR`, or upstream's default in the user's cache, so that both
 * programs find each other's data.
 */
export function defaultDataDirectory(environment: NodeJS.ProcessEnv = process.env): string {
  return environment.MLEBENCH_DATA_DIR || join(cacheDirectory(environment), "data");
}

/** The folder of installed agents: `MLEBENCH_AGENTS_DIR`, or one in the user's cache. */
export function agentsDirectory(environment: NodeJS.ProcessEnv = process.env): string {
  return environment.MLEBENCH_AGENTS_DIR || join(cacheDirectory(environment), "agents");
}

function cacheDirectory(environment: NodeJS.ProcessEnv): string {
  const cache =
    platform() === "darwin"
      ? join(homedir(), "Library", "Caches")
      : (environment.XDG_CACHE_HOME ?? join(homedir(), ".cache"));
  return join(cache, "mle-bench");
}
