import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";

/** The built command. */
export const builtCommand = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

/** A running command. */
export interface RunningCli {
  readonly process: ChildProcess;
  /** Its exit code, or the signal that ended it; all it wrote. */
  readonly ended: Promise<EndedCli>;
}

export interface EndedCli {
  readonly end: number | string;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts the built command and does not wait for it. */
export function startCli(
  parameters: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): RunningCli {
  const child = spawn(process.execPath, [builtCommand, ...parameters], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NO_COLOR: "1", ...environment },
  });
  const [stdout, stderr] = [child.stdout, child.stderr].map((stream) => {
    const chunks: Buffer[] = [];
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    return () => Buffer.concat(chunks).toString();
  });
  const ended = new Promise<EndedCli>((resolve, reject) => {
    child.on("error", reject).on("close", (code, signal) => {
      resolve({ end: code ?? signal!, stdout: stdout!(), stderr: stderr!() });
    });
  });
  return { process: child, ended };
}

/** Waits until a folder holds a name that matches, or the command has ended; says which. */
export async function waitForName(cli: RunningCli, folder: string, pattern: RegExp): Promise<boolean> {
  let over = false;
  cli.ended.then(() => {
    over = true;
  });
  while (!over) {
    if (existsSync(folder) && readdirSync(folder).some((name) => pattern.test(name))) return true;
    await setTimeout(1);
  }
  return false;
}
