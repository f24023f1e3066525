import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { z } from "zod";
import { type GroupFolder, groupOfProcess } from "../control-group/folders.ts";
import type { DockerEngine } from "./engine.ts";

const made = z.object({ id: z.string() });
const started = z.object({ State: z.object({ Pid: z.number() }) });

// Podman's default.
const most = 2 ** 20;

/** A limit of a process, as the engine's API has it. */
export interface Ulimit {
  readonly Name: string;
  readonly Soft: number;
  readonly Hard: number;
}

/** Whether the engine is podman's service, by the components in its version. */
export function isPodman(components: readonly { readonly Name: string }[] | undefined): boolean {
  return components?.some(({ Name }) => /podman/i.test(Name)) ?? false;
}

/** Settings that make podman's containers behave like Docker's. */
export function podmanNeeds(needs: {
  readonly ulimits: readonly Ulimit[];
  /** See `writePodmanFilter`. */
  readonly filter: string | null;
  readonly network: string | null;
}): Readonly<Record<string, unknown>> {
  // The bridge of a network always has an IPv6 address on the host's side.
  const cutsOff = needs.network !== null && existsSync("/proc/sys/net/ipv6");
  return {
    Ulimits: needs.ulimits,
    SecurityOpt: needs.filter === null ? [] : [`seccomp=${needs.filter}`],
    ...(cutsOff
      ? { Sysctls: { "net.ipv6.conf.all.disable_ipv6": "1", "net.ipv6.conf.default.disable_ipv6": "1" } }
      : {}),
  };
}

/**
 * A network for the containers of one sandbox. One made through Docker's API would have a name server, and with it an
 * address on the host's side through which commands reach the host.
 */
export async function makePodmanNetwork(engine: DockerEngine, name: string, labels: Record<string, string>) {
  const description = { name, labels, driver: "bridge", internal: true, dns_enabled: false };
  return made.parse(await engine.demand("POST", "/libpod/networks/create", description)).id;
}

/**
 * Whether podman was not allowed to set the limits of a process. As root it gives every container 2^20 files and
 * processes; where root lacks that right, as inside another container, nothing starts unless it asks for less.
 */
export function lacksRightToLimits(error: unknown): boolean {
  return error instanceof Error && /rlimit/i.test(error.message);
}

/**
 * Our own limits on files and processes, for a podman that may not set more. It may have been given less than we have, but
 * there is no way to find out. Empty where the system does not report them.
 */
export async function ownUlimits(): Promise<Ulimit[]> {
  const read = async (file: string): Promise<string> => await readFile(file, "utf8").catch(() => "");
  const limits = await read("/proc/self/limits");
  // Podman allows itself no more processes than there are process numbers.
  const numbers = Number(await read("/proc/sys/kernel/pid_max")) || most;
  const ulimit = (Name: string, title: string, cap: number): Ulimit[] => {
    const hard = new RegExp(`^${title}\\s+\\S+\\s+(\\d+|unlimited)`, "m").exec(limits)?.[1];
    if (hard === undefined) return [];
    const value = Math.min(most, cap, hard === "unlimited" ? most : Number(hard));
    return [{ Name, Soft: value, Hard: value }];
  };
  return [...ulimit("nofile", "Max open files", most), ...ulimit("nproc", "Max processes", numbers)];
}

/**
 * Tells a program that is missing from the image, or may not be executed, from one that failed. Docker's init process exits
 * with 127 or 126 then, as a shell does; podman's exits with 1 and prints the reason first.
 */
export class InitFailure {
  #beginning = "";

  /** Takes note of the first output. */
  add(chunk: Uint8Array): void {
    if (this.#beginning.length < 200) this.#beginning += Buffer.from(chunk.subarray(0, 200)).toString("latin1");
  }

  /** The exit code that a shell would report. */
  exitCode(reported: number): number {
    const reason = /^ERROR \(catatonit:\d+\): failed to exec pid1: (.*)/.exec(this.#beginning)?.[1] ?? "";
    if (reported !== 1 || reason === "") return reported;
    if (/no such file/i.test(reason)) return 127;
    return /permission denied/i.test(reason) ? 126 : reported;
  }
}

/**
 * The control group of an attached container; null when it is not on this machine. Podman 4.3 does not report that the
 * kernel killed a process for lack of memory, but the group counts it and exists a moment longer.
 */
export async function memoryGroupOf(engine: DockerEngine, container: string): Promise<GroupFolder | null> {
  const { State } = started.parse(await engine.demand("GET", `/containers/${container}/json`));
  const folder = State.Pid > 0 ? groupOfProcess(State.Pid, "memory") : null;
  return folder?.path.includes(container) ? folder : null;
}
