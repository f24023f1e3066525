import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import type { Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { SandboxUnavailable } from "../../lib/errors.ts";
import { closeInheritedFiles } from "./close-inherited-files.ts";

/** A child process in its own group and session. */
export interface SpawnedCommand {
  readonly pid: number;
  /** Resolves when the process has exited and its output is read, or a moment later if another process holds the pipe. */
  readonly ended: Promise<{ readonly exitCode: number; readonly status: string }>;
}

export interface SpawnOptions {
  readonly directory?: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly onOutput: (chunk: Uint8Array) => void;
  /**
   * For a launcher to read from stream 4 and on: unlike its arguments, other users of the host cannot see them. A stream
   * stays open until its input is there; an input that fails closes it.
   */
  readonly inputs?: readonly (string | Uint8Array | Promise<string>)[];
  /** Called with what a launcher has reported so far, whenever that grows. */
  readonly onStatus?: (status: string) => void;
  /** Called once the process has exited: the moment to kill what it left behind. */
  readonly onExit?: () => void;
}

/**
 * Starts a process with no input and both outputs in one stream. Stream 3 collects what a launcher reports about itself
 * (`status`). The exit code is a shell's: 128 and more for a signal.
 *
 * @throws SandboxUnavailable when there is no such program.
 */
export async function spawnCommand(command: readonly string[], options: SpawnOptions): Promise<SpawnedCommand> {
  closeInheritedFiles();
  const { inputs = [] } = options;
  const child = spawn(command[0]!, command.slice(1), {
    ...(options.directory === undefined ? {} : { cwd: options.directory }),
    env: options.environment,
    detached: true,
    stdio: ["ignore", "pipe", "pipe", "pipe", ...inputs.map(() => "pipe" as const)],
  });
  await new Promise<void>((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", (error) => {
      reject(new SandboxUnavailable(`${command[0]} could not be started: ${error.message}`, { cause: error }));
    });
  });
  for (const [index, input] of inputs.entries()) {
    const sink = child.stdio[4 + index] as Writable;
    // A launcher that fails before it reads reports that by its exit code.
    sink.on("error", () => undefined);
    if (input instanceof Promise) {
      input.then(
        (text) => sink.end(text),
        () => sink.end(),
      );
    } else sink.end(input);
  }
  let status = "";
  const streams = [child.stdout!, child.stderr!, child.stdio[3] as Readable];
  streams[0]!.on("data", options.onOutput);
  streams[1]!.on("data", options.onOutput);
  streams[2]!.on("data", (chunk: Buffer) => {
    if (status.length < 65_536) status += chunk.toString("utf8");
    options.onStatus?.(status);
  });
  const ended = exitOf(child, streams, options.onExit).then((exitCode) => ({ exitCode, status }));
  return { pid: child.pid!, ended };
}

/**
 * A grandchild may keep the pipe open: reading stops one second after the process has exited. Many short waits make up that
 * second, because output is read between them: a single timer of a busy process could fire before what is there was read.
 */
async function exitOf(child: ChildProcess, streams: readonly Readable[], onExit?: () => void): Promise<number> {
  let isClosed = false;
  const closed = new Promise<void>((resolve) => {
    child.once("close", () => {
      isClosed = true;
      resolve();
    });
  });
  const exitCode = await new Promise<number>((resolve) => {
    child.once("exit", (code, signal) => resolve(code ?? 128 + constants.signals[signal!]));
  });
  onExit?.();
  for (let waits = 0; waits < 20 && !isClosed; waits += 1) {
    await Promise.race([closed, sleep(50, undefined, { ref: false })]);
  }
  for (const stream of streams) stream.destroy();
  await closed;
  return exitCode;
}
