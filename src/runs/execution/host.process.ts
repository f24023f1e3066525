import { useInheritedConfig } from "../../config/current-config.ts";
import { BenchError } from "../../lib/errors.ts";
import { systemFailure } from "../../lib/system-failure.ts";
import type { HostSettings } from "../record/group-plan.ts";
import { hostGroup } from "./host-group.ts";

/**
 * The process that executes a run group: `node host.process.js <group folder> <settings>`. `mlebench run` starts it, and it
 * outlives that command. Its output goes to the group's `host.log`.
 */
const [folder, settings] = process.argv.slice(2) as [string, string];
const stopping = new AbortController();
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => stopping.abort());
// It must survive the end of the terminal that started it.
process.on("SIGHUP", () => undefined);

// A bug beside one run must not end the others: it is reported, and that run is taken up by the next host.
process.on("unhandledRejection", (error) => console.error(error));
process.on("uncaughtException", (error) => console.error(error));

const host = async (): Promise<void> => {
  await useInheritedConfig();
  await hostGroup(folder, JSON.parse(settings) as HostSettings, stopping.signal);
};

host().then(
  () => process.exit(0),
  (error: unknown) => {
    const known = error instanceof BenchError ? error : systemFailure(error, folder);
    console.error(known?.message ?? error);
    process.exit(1);
  },
);
