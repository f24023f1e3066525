import { homedir, platform } from "node:os";
import { join } from "node:path";

/**
 * Where prepared data lies unless `--data-dir` says otherwise: `MLEBENCH_DATA_DIR`, else upstream's own place in the
 * user's cache, so that data prepared by either is found by both.
 */
export function defaultDataDirectory(environment: NodeJS.ProcessEnv = process.env): string {
  if (environment.MLEBENCH_DATA_DIR) return environment.MLEBENCH_DATA_DIR;
  const cache =
    platform() === "darwin"
      ? join(homedir(), "Library", "Caches")
      : (environment.XDG_CACHE_HOME ?? join(homedir(), ".cache"));
  return join(cache, "mle-bench", "data");
}
