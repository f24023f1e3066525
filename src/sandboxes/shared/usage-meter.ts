import { setTimeout as sleep } from "node:timers/promises";
import type { SandboxUsage } from "../../contracts/sandbox.ts";
import { memoryOf, type ProcessEntry } from "./process-tree.ts";

/** What commands use at one moment, without the disk. */
export type UsageSample = Omit<SandboxUsage, "diskBytes">;

/** Measures one command. `cpuOnly` skips the costly part. Null when it has ended, or cannot be measured. */
export type LookAtCommand = (cpuOnly: boolean) => Promise<UsageSample | null>;

const longestPauseMs = 2000;

/**
 * Adds up what the commands of a sandbox use. The processor time of a process is unknown once it has exited, so each command
 * is measured repeatedly while it runs, and its largest measurement counts. The pauses grow with the command's age: at most
 * a third of a short command's time is missed, and two seconds of a long one's.
 */
export class UsageMeter {
  readonly #running = new Map<LookAtCommand, number>();
  #endedMs = 0;

  /** Follows a command until the returned function is called. */
  follow(look: LookAtCommand): () => void {
    const ended = new AbortController();
    this.#running.set(look, 0);
    void this.#repeat(look, ended.signal);
    return () => {
      ended.abort();
      this.#endedMs += this.#running.get(look) ?? 0;
      this.#running.delete(look);
    };
  }

  /** What all commands have used so far, and hold now. */
  async read(): Promise<UsageSample> {
    const samples = await Promise.all([...this.#running.keys()].map(async (look) => await this.#take(look, false)));
    const total = (key: "memoryBytes" | "processes"): number =>
      samples.reduce((sum, sample) => sum + (sample?.[key] ?? 0), 0);
    const running = [...this.#running.values()].reduce((sum, cpuMs) => sum + cpuMs, 0);
    return { cpuMs: this.#endedMs + running, memoryBytes: total("memoryBytes"), processes: total("processes") };
  }

  async #take(look: LookAtCommand, cpuOnly: boolean): Promise<UsageSample | null> {
    const sample = await look(cpuOnly).catch(() => null);
    const before = this.#running.get(look);
    if (before !== undefined) this.#running.set(look, Math.max(before, sample?.cpuMs ?? 0));
    return sample;
  }

  async #repeat(look: LookAtCommand, signal: AbortSignal): Promise<void> {
    const begun = performance.now();
    while (!signal.aborted) {
      const pauseMs = Math.min(longestPauseMs, Math.max(50, (performance.now() - begun) / 2));
      await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (!signal.aborted) await this.#take(look, true);
    }
  }
}

/** What processes of this machine use. */
export function usageOfProcesses(entries: readonly ProcessEntry[], cpuOnly: boolean): UsageSample {
  return {
    cpuMs: entries.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    memoryBytes: cpuOnly ? null : entries.reduce((sum, { pid }) => sum + memoryOf(pid), 0),
    processes: entries.reduce((sum, { threads }) => sum + threads, 0),
  };
}
