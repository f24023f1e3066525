import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { homePaths } from "../../../src/contracts/home-paths.ts";
import type { SandboxSpec } from "../../../src/contracts/sandbox.ts";
import { SandboxUnavailable } from "../../../src/lib/errors.ts";
import { ownerMark, ownerVariable } from "../../../src/sandboxes/shared/owner.ts";
import { signalProcess } from "../../../src/sandboxes/shared/process-tree.ts";

/** What came of a command that was executed in a pod. */
export interface Executed {
  readonly exitCode: number;
  readonly output: Buffer;
}

const environment = { PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" };

/**
 * Stands in for a pod on another machine: its files are in memory, in a mount namespace that the host's paths do not lead to.
 * The only way in is to execute a command, as with `kubectl exec`. What is to be seen inside is copied in.
 */
export class Pod {
  readonly #bwrap: ChildProcess;
  readonly #enter: readonly string[];
  readonly #pid: number;

  private constructor(bwrap: ChildProcess, pid: number, namespaces: readonly string[]) {
    this.#bwrap = bwrap;
    this.#pid = pid;
    this.#enter = ["nsenter", "--target", String(pid), ...namespaces, "--"];
  }

  static async start(spec: SandboxSpec): Promise<Pod> {
    const system = ["/usr", "/bin", "/sbin", "/lib", "/lib64"].filter(existsSync);
    const settings = ["passwd", "group", "ld.so.cache", "alternatives"]
      .map((name) => `/etc/${name}`)
      .filter(existsSync);
    const folders = ["/tmp", "/run", "/home", ...Object.values(homePaths)];
    // A cluster would forward the connection; the file itself cannot be copied.
    const sockets = Object.entries(spec.readOnly ?? {}).filter(([, source]) => statSync(source).isSocket());
    const isOpen = spec.network === "open";
    const isRoot = process.getuid?.() === 0;
    const options = [
      // Root inside, so that there is a single user namespace to enter.
      ...(isRoot ? [] : ["--unshare-user", "--uid", "0", "--gid", "0"]),
      ...(isOpen ? [] : ["--unshare-net"]),
      ...[...system, ...settings].flatMap((path) => ["--ro-bind", path, path]),
      ...["--dev", "/dev", "--bind", "/proc", "/proc"],
      ...folders.flatMap((folder) => ["--tmpfs", folder]),
      ...sockets.flatMap(([inside, source]) => ["--bind", source, inside]),
    ];
    // Its number is known before its files are in place; its own output is not.
    const command = ["/bin/sh", "-c", "echo ready; exec sleep infinity"];
    const bwrap = spawn("bwrap", [...options, "--info-fd", "3", "--", ...command], {
      env: { ...environment, [ownerVariable]: ownerMark() },
      stdio: ["ignore", "pipe", "pipe", "pipe"],
      detached: true,
    });
    const [, output, errors, information] = bwrap.stdio as unknown as readonly Readable[];
    const [ready, info] = await Promise.all([once(output!, "readable").then(() => output!.read()), text(information!)]);
    if (String(ready) !== "ready\n") throw new SandboxUnavailable(`The pod did not start: ${await text(errors!)}`);
    const pid = (JSON.parse(info) as { "child-pid": number })["child-pid"];
    const user = isRoot ? [] : ["--user", "--preserve-credentials"];
    const pod = new Pod(bwrap, pid, ["--mount", ...(isOpen ? [] : ["--net"]), ...user]);
    try {
      await pod.#fill(spec);
      return pod;
    } catch (error) {
      await pod.delete();
      throw error;
    }
  }

  /** The command line that runs a command inside, from a folder there. */
  line(directory: string, command: readonly string[]): string[] {
    return [...this.#enter, "/bin/sh", "-c", 'cd "$1" && shift && exec "$@"', "sh", directory, ...command];
  }

  /** Starts a shell script inside and returns its output as it comes. */
  stream(script: string, parameters: readonly string[], input?: Readable | Uint8Array) {
    const [program, ...rest] = [...this.#enter, "/bin/sh", "-c", script, "sh", ...parameters];
    const child = spawn(program!, rest, { env: environment, stdio: ["pipe", "pipe", "ignore"] });
    const exited = new Promise<number>((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", (code) => resolve(code ?? 255));
    });
    const fed = input instanceof Uint8Array || input === undefined ? [input ?? new Uint8Array()] : input;
    // A script that needs no input may be gone before it is written.
    const written = pipeline(fed, child.stdin).catch(() => undefined);
    return { output: child.stdout, exitCode: written.then(() => exited) };
  }

  async execute(script: string, parameters: readonly string[], input?: Readable | Uint8Array): Promise<Executed> {
    const { output, exitCode } = this.stream(script, parameters, input);
    return { output: await buffer(output), exitCode: await exitCode };
  }

  /** Ends the pod, and with it all its files. */
  async delete(): Promise<void> {
    const gone = new Promise((resolve) => this.#bwrap.once("exit", resolve));
    if (this.#bwrap.exitCode !== null || this.#bwrap.signalCode !== null) return;
    signalProcess(this.#pid, "SIGKILL");
    await gone;
  }

  async #fill({ publicData, readOnly = {} }: SandboxSpec): Promise<void> {
    await this.#copyIn(publicData, homePaths.data);
    await this.#require('mount -o remount,bind,ro,nosuid,nodev "$1"', [homePaths.data]);
    for (const [inside, source] of Object.entries(readOnly)) {
      if (!statSync(source).isSocket()) await this.#copyIn(source, inside);
    }
  }

  async #copyIn(source: string, inside: string): Promise<void> {
    const isFolder = statSync(source).isDirectory();
    const [program, parameters] = isFolder ? ["tar", ["-C", source, "-cf", "-", "."]] : ["cat", [source]];
    const from = spawn(program as string, parameters as string[], { stdio: ["ignore", "pipe", "inherit"] });
    const folder = isFolder ? inside : dirname(inside);
    const take = isFolder ? 'tar -C "$2" --no-same-owner -xf -' : 'cat > "$2" && chmod 755 "$2"';
    await this.#require(`mkdir -p "$1" && ${take}`, [folder, inside], from.stdout!);
  }

  async #require(script: string, parameters: readonly string[], input?: Readable): Promise<void> {
    const { exitCode } = await this.execute(script, parameters, input);
    if (exitCode !== 0) throw new SandboxUnavailable(`The pod could not run \`${script}\` (exit code ${exitCode}).`);
  }
}
