import { z } from "zod";
import type { LookAtCommand } from "../shared/usage-meter.ts";
import type { DockerEngine } from "./engine.ts";

const optional = z.number().optional();
const statistics = z.object({
  cpu_stats: z.object({ cpu_usage: z.object({ total_usage: z.number() }) }),
  memory_stats: z.object({
    usage: optional,
    stats: z.object({ total_inactive_file: optional, inactive_file: optional }).nullish(),
  }),
  pids_stats: z.object({ current: optional }),
});

/** What a container uses, as the engine reads it from the control group. Null once it has exited. */
export function containerUsage(engine: DockerEngine, container: string): LookAtCommand {
  return async () => {
    const { status, body } = await engine.ask("GET", `/containers/${container}/stats?stream=false&one-shot=true`);
    const found = statistics.safeParse(body);
    if (status >= 400 || !found.success) return null;
    const { cpu_stats, memory_stats, pids_stats } = found.data;
    // Without cached files; the first name is that of control groups version 1.
    const idle = memory_stats.stats?.total_inactive_file ?? memory_stats.stats?.inactive_file ?? 0;
    return {
      cpuMs: cpu_stats.cpu_usage.total_usage / 1e6,
      memoryBytes: Math.max(0, (memory_stats.usage ?? 0) - idle),
      processes: pids_stats.current ?? 0,
    };
  };
}
