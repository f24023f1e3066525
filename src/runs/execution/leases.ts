import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, totalmem } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { UsageError } from "../../lib/errors.ts";
import { isLocked, Locked, takeLock } from "../../lib/files/lock-file.ts";
import type { RunLimits } from "../record/group-plan.ts";

/** The resources of a machine, or the part that one run takes. */
export interface Resources {
  readonly cpus: number;
  readonly memoryMb: number;
  readonly gpus: readonly string[];
}

/** The part of the machine that is reserved for one run. */
interface Lease {
  /** Ids of the graphics cards. */
  readonly gpus: readonly string[];
  release(): void;
}

/**
 * This machine: its processors, its memory, and the graphics cards in `CUDA_VISIBLE_DEVICES` or, without that variable, all
 * of them.
 */
export function machineResources(environment: NodeJS.ProcessEnv = process.env): Resources {
  const named = environment.CUDA_VISIBLE_DEVICES;
  const gpus = named === undefined ? nvidiaCards() : named.split(",").filter((id) => id !== "" && id !== "-1");
  return { cpus: availableParallelism(), memoryMb: Math.floor(usableMemory() / 2 ** 20), gpus };
}

/** Less than the machine has where a container or a service limits us. */
function usableMemory(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
}

function nvidiaCards(): string[] {
  try {
    return readdirSync("/dev").flatMap((name) => /^nvidia(\d+)$/.exec(name)?.[1] ?? []);
  } catch {
    return [];
  }
}

/** How many runs fit on the machine at once. @throws UsageError when not even one does. */
export function mostRuns(limits: RunLimits, machine: Resources): number {
  const wanted = { cpus: limits.cpus ?? 0, memoryMb: limits.memoryMb ?? 0, gpus: limits.gpus ?? 0 };
  const available = { cpus: machine.cpus, memoryMb: machine.memoryMb, gpus: machine.gpus.length };
  const names = { cpus: "cpus", memoryMb: "MB of memory", gpus: "graphics cards" };
  let most = Number.POSITIVE_INFINITY;
  for (const key of ["cpus", "memoryMb", "gpus"] as const) {
    if (wanted[key] > available[key]) {
      throw new UsageError(`Each run needs ${wanted[key]} ${names[key]}; this machine has ${available[key]}.`);
    }
    if (wanted[key] > 0) most = Math.min(most, Math.floor(available[key] / wanted[key]));
  }
  return most;
}

interface Held extends Resources {
  /** The lock file of the process that took it. */
  readonly owner: string;
}

/**
 * The leases of one machine, shared by all run groups in one run directory. Each is a file with what is taken and its
 * owner. Leases of processes that have exited do not count.
 */
export class Leases {
  readonly #folder: string;
  readonly #machine: Resources;

  constructor(folder: string, machine: Resources = machineResources()) {
    this.#folder = folder;
    this.#machine = machine;
  }

  /** Releases the leases of an earlier process with the same lock, which was killed. */
  releaseAll(owner: string): void {
    for (const [file, lease] of this.#files()) if (lease?.owner === owner) rmSync(file, { force: true });
  }

  /** Waits until there is room for a run. Null when `signal` is aborted first. */
  async take(limits: RunLimits, owner: string, signal: AbortSignal): Promise<Lease | null> {
    // A run without limits reserves nothing.
    if (!limits.cpus && !limits.memoryMb && !limits.gpus) return signal.aborted ? null : { gpus: [], release() {} };
    for (let pause = 20; !signal.aborted; pause = Math.min(500, pause * 2)) {
      const lease = this.#tryTake(limits, owner);
      if (lease !== null) return lease;
      await sleep(pause, undefined, { signal }).catch(() => undefined);
    }
    return null;
  }

  #tryTake(limits: RunLimits, owner: string): Lease | null {
    let lock: { release(): void };
    try {
      mkdirSync(this.#folder, { recursive: true });
      lock = takeLock(join(this.#folder, "lock"), "The list of leases");
    } catch (error) {
      if (error instanceof Locked) return null;
      throw error;
    }
    try {
      const held = this.#held();
      const sum = (key: "cpus" | "memoryMb"): number => held.reduce((total, lease) => total + lease[key], 0);
      const taken = new Set(held.flatMap((lease) => lease.gpus));
      const free = this.#machine.gpus.filter((id) => !taken.has(id));
      const wanted = { cpus: limits.cpus ?? 0, memoryMb: limits.memoryMb ?? 0, gpus: limits.gpus ?? 0 };
      const fits =
        sum("cpus") + wanted.cpus <= this.#machine.cpus &&
        sum("memoryMb") + wanted.memoryMb <= this.#machine.memoryMb &&
        wanted.gpus <= free.length;
      if (!fits) return null;
      const gpus = free.slice(0, wanted.gpus);
      const file = join(this.#folder, `${randomUUID()}.json`);
      writeFileSync(file, JSON.stringify({ ...wanted, gpus, owner } satisfies Held));
      return { gpus, release: () => rmSync(file, { force: true }) };
    } finally {
      lock.release();
    }
  }

  #held(): Held[] {
    return this.#files().flatMap(([file, lease]) => {
      if (lease !== null && isLocked(lease.owner)) return [lease];
      rmSync(file, { force: true });
      return [];
    });
  }

  /** A lease that cannot be read was being written when its process was killed: it is null. */
  #files(): [file: string, lease: Held | null][] {
    if (!existsSync(this.#folder)) return [];
    return readdirSync(this.#folder)
      .filter((name) => name.endsWith(".json"))
      .map((name) => {
        const file = join(this.#folder, name);
        try {
          return [file, JSON.parse(readFileSync(file, "utf8")) as Held];
        } catch {
          return [file, null];
        }
      });
  }
}
