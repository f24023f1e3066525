import { homedir, platform } from "node:os";
import { join } from "node:path";

/**
 * The data folder without `--data-dir`: `MLEBENCH_DATA_DIR`, or upstream's default in the user's cache, so that both
 * programs find each other's data.
 */
export function defaultDataDirectory(environment: NodeJS.ProcessEnv = process.env): string {
  if (environment.MLEBENCH_DATA_DIR) return environment.MLEBENCH_DATA_DIR;
  const cache =
    platform() === "darwin"
      ? join(homedir(), "Library", "Caches")
      : (environment.XDG_CACHE_HOME ?? join(homedir(), ".cache"));
  return join(cache, "mle-bench", "data");
}
